import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const lines = readFileSync(join(ROOT, '.github/SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line));

test('the table has its lines', () => {
  expect(lines.length).toBeGreaterThan(20);
});

test.each(lines.map((line) => [line.split('|').slice(1, 3).join(' -').trim(), line]))('%s', (_what, line) => {
  const [, file, title] = /`([^`]+)` "([^"]+)" \|$/.exec(line) ?? [];
  if (!file || !title) throw new Error('The line names no test.');
  expect(existsSync(join(ROOT, file))).toBe(true);
  // A title may be broken over two lines, and hold escaped quotes.
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(title);
});
