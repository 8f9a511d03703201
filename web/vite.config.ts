/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const server = process.env.SANDTABLE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  // milsymbol by its parts: all of it would be half of the first load
  resolve: { alias: { 'milsymbol-parts': fileURLToPath(new URL('node_modules/milsymbol/index.mjs', import.meta.url)) } },
  build: {
    outDir: '../src/sandtable/server/static',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
