/** No page reads sentences: who acts on whom and how grave it is comes as data. Patterns are for technical strings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/** Where patterns may stand, and what they read. */
const ALLOWED: Record<string, string> = {
  'admin/GameCare.svelte': 'a number that somebody types',
  'api/http.ts': 'the cookie',
  'board/Labels.svelte': 'names of features with a number at the end',
  'board/sides.ts': 'names of sides, for their colours',
  'board/drawnsymbol.ts': 'the code of a symbol, and its drawing',
  'board/symbols.ts': 'the code of a symbol',
  'tools/Rulebook.svelte': 'the id of a chapter',
  'tools/rulebook.ts': 'what somebody searches for',
  'tools/complete.ts': 'names that somebody types',
  'tools/schema.ts': 'names of parameters',
};
const PATTERN = /(?:[(,=:[!&|?;]|\breturn)\s*\/(?![/*>])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])+\/|\bRegExp\b|\.matchAll\(|\.match\(/;

function patternsIn(text: string): string[] {
  const style = text.indexOf('<style>');
  return (style < 0 ? text : text.slice(0, style)).split('\n').filter((line) => PATTERN.test(line));
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    if (each.isDirectory()) return sources(path);
    return /\.(ts|svelte)$/.test(each.name) && !each.name.endsWith('.test.ts') && each.name !== 'schema.d.ts' ? [path] : [];
  });
}

describe('sentences', () => {
  const files = sources(ROOT);
  it('are read nowhere: patterns stand only where the strings are technical', () => {
    const found = files.filter((path) => patternsIn(readFileSync(path, 'utf8')).length > 0).map((path) => relative(ROOT, path).replaceAll('\\', '/'));
    expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
  });
  it('would be caught if they were read', () => {
    expect(files.length).toBeGreaterThan(100);
    for (const line of ['if (/no orders left/i.test(scene.prompt)) return;', "label.replace(/ (with|by|of)$/, '')", 'new RegExp(name)', "x.match('a')", 'const WORST = /destroy|kill/i;']) {
      expect(patternsIn(line), line).toHaveLength(1);
    }
    for (const line of ['const a = b / c / d;', "import x from './words';", '<a href="/vehicles/x">', '// a /remark/ on it', '  <path d="M0/1" />']) {
      expect(patternsIn(line), line).toHaveLength(0);
    }
  });
});
