import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * All areas, lowest level first. An area is a folder, and a file beside the folders that areas import. It imports areas of lower
 * levels only, also for types, so that there are no circles. The other files beside the folders put the areas together.
 */
const LEVELS = {
  'backend/src': [
    ['compoundSettings.ts', 'makeFolder.ts', 'operatorError.ts', 'version.ts'],
    ['config.ts', 'logger.ts', 'metrics.ts'],
    ['database'],
    ['faults.ts'],
    ['jobs'],
    ['server'],
    ['files'],
    ['context.ts'],
    ['credits'],
    ['postings'],
    ['pages'],
    ['assistants'],
    ['accounts'],
    ['bot'],
    ['admin'],
    ['entities.ts'],
    ['dataSource.ts'],
    ['operation'],
  ],
  'frontend/src': [
    ['lib'],
    ['telegram', 'data/request'],
    ['data'],
    ['ui'],
    [
      ...[
        'data/admin',
        'data/assistants',
        'data/attention',
        'data/credits',
        'data/pages',
        'data/postings',
        'data/presets',
      ],
      ...['data/problemReports', 'data/queue', 'data/session', 'data/uiState'],
    ],
    ['data/live', 'data/tasks'],
    ['data/drafts'],
    ['data/store'],
    ['replay/log'],
    ['replay/fold', 'replay/record'],
    ['replay/cli', 'replay/report'],
    ['app'],
    [
      ...['screens/admin', 'screens/assistants', 'screens/auth', 'screens/credits', 'screens/pages', 'screens/presets'],
      ...['screens/preview', 'screens/queue', 'screens/task', 'screens/verifyLink'],
    ],
    // It has the other screens of the dashboard as its tabs.
    ['screens/dashboard'],
    ['routes'],
    ['replay/stage'],
    ['replay/panel'],
    ['replay'],
  ],
  'frontend/extension': [['sites'], ['shared'], ['background', 'popup'], ['record'], ['content']],
} as const;
type Source = keyof typeof LEVELS;
const SOURCES = Object.keys(LEVELS) as Source[];

/** Folders whose own folders are areas. */
const GROUPS = ['data', 'screens', 'replay'];
/** Without code of the product: tests of calls, logs, and what tests of the extension use. */
const NO_AREAS = ['api', 'replay/fixtures', 'test'];

const levelsOf = (source: Source) => LEVELS[source] as readonly (readonly string[])[];
const levelOf = (source: Source, area: string) => levelsOf(source).findIndex((level) => level.includes(area));

/** The area of a file, both below the source folder: `screens/admin` of `screens/admin/users/UsersScreen.tsx`. */
function areaOf(file: string): string {
  const [first = '', second, third] = file.split(sep);
  return GROUPS.includes(first) && third !== undefined ? `${first}/${second}` : first;
}

const filesOf = (source: Source) =>
  readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|testing)\.tsx?$/.test(file),
  );

const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom |^import |\bimport\()'(\.[^']+)'/gm)].map(([, specifier]) => specifier as string);

/** Imports of an area of the same or a higher level, as "file imports file". */
const wrongImportsOf = (source: Source) =>
  filesOf(source).flatMap((file) => {
    const level = levelOf(source, areaOf(file));
    if (level < 0) return [];
    return importsOf(readFileSync(join(ROOT, source, file), 'utf8')).flatMap((specifier) => {
      const imported = join(dirname(file), specifier);
      // Fixtures may use the factories of the tests.
      if (areaOf(imported) === areaOf(file) || imported.startsWith('..')) return [];
      const importedLevel = levelOf(source, areaOf(imported));
      return importedLevel >= 0 && importedLevel < level ? [] : [`${file} imports ${imported}`];
    });
  });

test.each(SOURCES)('every area of %s has one level', (source) => {
  const folders = new Set(
    filesOf(source)
      .map(areaOf)
      .filter((area) => !area.includes('.') && !NO_AREAS.includes(area)),
  );
  const listed = levelsOf(source).flat();
  expect(listed.filter((area) => !area.includes('.')).sort()).toEqual([...folders].sort());
  expect(new Set(listed).size).toBe(listed.length);
});

test.each(SOURCES)('an area of %s imports only areas of lower levels', (source) => {
  expect(wrongImportsOf(source)).toEqual([]);
});
