import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readConfig, Settings } from '../src/config.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
const foldersIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const folders = {
  contracts: ['src'],
  backend: ['src', 'demo', 'seed', 'bench', 'test'],
  frontend: ['src', 'extension', 'runner', 'e2e', 'test', 'scripts'],
};
const sources = Object.entries(folders).flatMap(([workspace, names]) =>
  names.flatMap((name) => filesIn(join(workspace, name))),
);

describe.each(['README.md', ...filesIn('.github').filter((file) => file.endsWith('.md'))])('%s', (page) => {
  const text = read(page);

  /** The anchors that GitHub creates for the headings of a file. */
  const anchorsOf = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  test('links only to existing files and headings', () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
      ([, link, source]) => link ?? source ?? '',
    );
    const isBroken = (target: string) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      return !existsSync(join(ROOT, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    };
    expect(targets.filter((target) => !/^https?:/.test(target) && isBroken(target))).toEqual([]);
  });

  test('names only existing source files', () => {
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(([, file = '']) => file);
    const exists = (name: string) => existsSync(join(ROOT, name)) || sources.some((file) => file.endsWith(`/${name}`));
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });
});

describe('the map of the architecture', () => {
  const text = read('.github/docs/architecture.md');
  /** `screens` has no files of its own. */
  const areasOfWebApp = foldersIn('frontend/src').flatMap((folder) =>
    folder === 'screens' ? foldersIn('frontend/src/screens').map((name) => `screens/${name}`) : [folder],
  );

  test.each([
    ['backend/src', foldersIn('backend/src')],
    ['frontend/src', areasOfWebApp],
    ['frontend/extension', foldersIn('frontend/extension').filter((folder) => folder !== 'icons')],
  ])('has each area of %s once, with an existing main file', (folder, areas) => {
    const section = text.split(`### Areas of \`${folder}\``)[1]?.split(/^##/m)[0] ?? '';
    const rows = [...section.matchAll(/^\| `([\w/]+)` \| (.+) \| `([\w./]+)` \|$/gm)].map(
      ([, area = '', , file = '']) => [area, file] as const,
    );
    expect(rows.map(([area]) => area).sort()).toEqual([...areas].sort());
    expect(rows.filter(([area, file]) => !existsSync(join(ROOT, folder, area, file)))).toEqual([]);
  });

  test('names in the diagram of a posting only existing functions, and those that change a status', () => {
    const diagram = /```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(text)?.[1] ?? '';
    const named = [...new Set(diagram.match(/\b[a-z]+(?:_[a-z]+)+\b/g))];
    const functions = filesIn('backend/src').map((file) => basename(file, '.sql'));
    expect(functions).toEqual(expect.arrayContaining(named));
    expect(named).toEqual(
      expect.arrayContaining(['claim_posting', 'report_claim', 'report_failure', 'end_lost_claims']),
    );
  });
});

describe('the page for contributors', () => {});

describe('the settings', () => {
  const settings = [...Object.keys(Settings.properties), 'VITE_MOCK_AUTH', 'VITE_BOT_USERNAME'];
  const example = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );

  test('are all in their table', () => {
    const cells = [...read('.github/docs/settings.md').matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
    const documented = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
    expect(documented.sort()).toEqual([...settings].sort());
  });

  test('are all in .env.example, with those of docker-compose.yml, and with their defaults', () => {
    const names = example.map(([name]) => name);
    expect([...names].sort()).toEqual(
      [...settings, 'POSTGRES_PASSWORD', 'FLYERDECK_IMAGE', 'FLYERDECK_VERSION', 'COMPOSE_PROFILES'].sort(),
    );
    const compose = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(compose));
    const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
    const values = Object.fromEntries(example.filter(([, value]) => value !== ''));
    expect(Object.keys(values)).toContain('PORT');
    expect(readConfig({ BOT_TOKEN, ...values })).toEqual(readConfig({ BOT_TOKEN }));
  });
});

describe('the installed packages', () => {
  interface Installed {
    readonly name?: string;
    readonly hasInstallScript?: boolean;
    readonly deprecated?: string;
    readonly link?: boolean;
    readonly integrity?: string;
    readonly resolved?: string;
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Installed> };
  const all = Object.entries(packages).map(([folder, one]) => ({
    ...one,
    folder,
    name: one.name ?? folder.replace(/^.*node_modules\//, ''),
  }));

  test('have an install script only if allowScripts in package.json names them [S15.2-1]', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const withScript = all.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort());
  });

  test('have the hash of their content [S15.2-1]', () => {
    const fromRegistry = all.filter(({ folder, link }) => folder.startsWith('node_modules/') && !link);
    expect(fromRegistry.filter(({ integrity = '' }) => !integrity.startsWith('sha512-'))).toEqual([]);
  });

  test('are neither deprecated, nor telemetry, nor bound to the address of a registry', () => {
    expect(all.filter(({ deprecated }) => deprecated)).toEqual([]);
    expect(all.map(({ name }) => name)).not.toContain('@scarf/scarf');
    expect(all.filter(({ resolved = '' }) => resolved.includes('://'))).toEqual([]);
  });
});
