/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { drawn } from './src/board/drawnsymbol';
import codes from './src/board/symbolcodes.json' with { type: 'json' };

const server = process.env.SANDTABLE_SERVER ?? 'http://127.0.0.1:8000';

/** milsymbol by its parts: all of it would be larger still */
const milsymbol = fileURLToPath(new URL('node_modules/milsymbol/index.mjs', import.meta.url));

/** The symbols in use, drawn now: the library is more than half of what the first board would load. */
function symbols(): Plugin {
  return {
    name: 'symbols',
    resolveId: (id) => (id === 'virtual:symbols' ? `\0${id}` : undefined),
    async load(id) {
      if (id !== '\0virtual:symbols') return undefined;
      const { ms, letterground, letterequipment } = (await import(milsymbol)) as typeof import('milsymbol-parts');
      ms.addIcons(letterground);
      ms.addIcons(letterequipment);
      const ready = Object.fromEntries(codes.map((code) => [code, drawn(ms, code)]));
      return `export default ${JSON.stringify(ready)};`;
    },
  };
}

/** Beside each text a packed one: browsers take Brotli over https and from this machine, and it is a seventh smaller. */
function packed(): Plugin {
  let folder = '';
  return {
    name: 'packed',
    apply: 'build',
    configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name);
        if (!/\.(js|css|html|svg)$/.test(name) || statSync(path).size < 500) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), symbols(), packed()],
  resolve: { alias: { 'milsymbol-parts': milsymbol } },
  build: {
    outDir: '../src/sandtable/server/static',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false }, // browsers of that age have it
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // what several pages share, in two files instead of many small ones
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'board', test: /[\\/]src[\\/](board[\\/]|theme[\\/]palette)|virtual:symbols/, minShareCount: 3 },
            { name: 'common', test: /[\\/]src[\\/](api|game)[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    isolate: false, // none leaves anything behind, and a process for each file took most of the time
    testTimeout: 60_000, // a busy machine is no fault
  },
});
