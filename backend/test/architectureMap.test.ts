import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, '.github/docs/architecture.md'), 'utf8');

const foldersIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** `screens` has no files of its own. */
const areasOfWebApp = foldersIn('frontend/src').flatMap((folder) =>
  folder === 'screens' ? foldersIn('frontend/src/screens').map((name) => `screens/${name}`) : [folder],
);

describe.each([
  ['backend/src', foldersIn('backend/src')],
  ['frontend/src', areasOfWebApp],
  ['frontend/extension', foldersIn('frontend/extension').filter((folder) => folder !== 'icons')],
])('the map of %s', (folder, areas) => {
  const section = text.split(`### Areas of \`${folder}\``)[1]?.split(/^##/m)[0] ?? '';
  const rows = [...section.matchAll(/^\| `([\w/]+)` \| (.+) \| `([\w./]+)` \|$/gm)].map(
    ([, area = '', , file = '']) => [area, file] as const,
  );

  test('has each area once', () => {
    expect(rows.map(([area]) => area).sort()).toEqual([...areas].sort());
  });

  test('names an existing main file of each area', () => {
    expect(rows.filter(([area, file]) => !existsSync(join(ROOT, folder, area, file)))).toEqual([]);
  });
});

const sqlFunctions = readdirSync(join(ROOT, 'backend/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sql'))
  .map((file) => basename(file, '.sql'));
const named = (part: string) => [...new Set(part.match(/\b[a-z]+(?:_[a-z]+)+\b/g))];

test('the diagram of a posting names only existing functions, and those that change a status', () => {
  const inDiagram = named(/```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(text)?.[1] ?? '');
  expect(inDiagram.filter((name) => !sqlFunctions.includes(name))).toEqual([]);
  expect(inDiagram).toEqual(
    expect.arrayContaining(['claim_posting', 'report_claim', 'report_failure', 'end_lost_claims']),
  );
});
