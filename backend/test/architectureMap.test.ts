import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, '.github/docs/architecture.md'), 'utf8');

const foldersIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** `data` is an area with files of its own, and each folder in it is one. `screens` has no files of its own. */
const areasOfWebApp = foldersIn('frontend/src').flatMap((folder) => {
  if (folder !== 'data' && folder !== 'screens') return [folder];
  const inside = foldersIn(`frontend/src/${folder}`).map((name) => `${folder}/${name}`);
  return folder === 'data' ? [folder, ...inside] : inside;
});

describe.each([
  ['backend/src', foldersIn('backend/src')],
  ['frontend/src', areasOfWebApp],
  ['frontend/extension', foldersIn('frontend/extension').filter((folder) => folder !== 'icons')],
])('the map of %s', (folder, areas) => {
  const section = text.split(`### Areas of \`${folder}\``)[1]?.split(/^##/m)[0] ?? '';
  const rows = [...section.matchAll(/^\| `([\w/]+)` \| (.+) \| `([\w./]+)` \|$/gm)].map(
    ([, area = '', , file = '']) => [area, file] as const,
  );

  test('has each area, in alphabetical order', () => {
    expect(rows.map(([area]) => area)).toEqual([...areas].sort());
  });

  test('names an existing main file of each area', () => {
    expect(rows.filter(([area, file]) => !existsSync(join(ROOT, folder, area, file)))).toEqual([]);
  });
});

const sqlOf = new Map(
  readdirSync(join(ROOT, 'backend/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql') && !file.startsWith('database'))
    .map((file) => [
      basename(file, '.sql'),
      readFileSync(join(ROOT, 'backend/src', file), 'utf8').replaceAll(/--.*/g, ''),
    ]),
);
const named = (part: string) => [...new Set(part.match(/\b[a-z]+(?:_[a-z]+)+\b/g))];

test('the diagram of a posting names only existing functions, and those that change a status', () => {
  const inDiagram = named(/```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(text)?.[1] ?? '');
  expect(inDiagram.filter((name) => !sqlOf.has(name))).toEqual([]);
  expect(inDiagram).toEqual(
    expect.arrayContaining(['claim_posting', 'report_claim', 'report_failure', 'end_lost_claims']),
  );
});

test('the table of the functions names the functions that call each of them', () => {
  const rows = [...text.matchAll(/^\| \[`(\w+)`\].+\| (.+) \|$/gm)].map(
    ([, name = '', callers = '']) => [name, callers] as const,
  );
  expect(rows.map(([name]) => name).sort()).toEqual([...sqlOf.keys()].sort());
  const missing = rows.flatMap(([name, callers]) =>
    [...sqlOf]
      .filter(([caller, sql]) => caller !== name && new RegExp(`\\b${name}\\(`).test(sql))
      .flatMap(([caller]) => (named(callers).includes(caller) ? [] : [`${caller} calls ${name}`])),
  );
  expect(missing).toEqual([]);
});
