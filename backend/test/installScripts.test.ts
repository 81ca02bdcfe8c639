import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
const { packages } = read('package-lock.json') as {
  packages: Record<
    string,
    {
      name?: string;
      hasInstallScript?: boolean;
      deprecated?: string;
      link?: boolean;
      integrity?: string;
      dev?: boolean;
      optional?: boolean;
      os?: string[];
      resolved?: string;
    }
  >;
};
const nameOf = (folder: string) => packages[folder]?.name ?? folder.replace(/^.*node_modules\//, '');
const installed = Object.keys(packages);

test('allowScripts in package.json names exactly the packages with an install script [S15.2-1]', () => {
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const withScript = installed.filter((folder) => packages[folder]?.hasInstallScript).map(nameOf);
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort());
});

test('each package has the hash of its content [S15.2-1]', () => {
  const fromRegistry = installed.filter((folder) => folder.startsWith('node_modules/') && !packages[folder]?.link);
  expect(fromRegistry.filter((folder) => !/^sha512-/.test(packages[folder]?.integrity ?? ''))).toEqual([]);
});

test('no package is bound to the address of a registry', () => {
  expect(installed.filter((folder) => /:\/\//.test(packages[folder]?.resolved ?? ''))).toEqual([]);
});

test('no telemetry package is installed', () => {
  expect(installed.map(nameOf)).not.toContain('@scarf/scarf');
});

test('no deprecated package is installed', () => {
  expect(installed.filter((folder) => packages[folder]?.deprecated)).toEqual([]);
});
