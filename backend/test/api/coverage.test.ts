import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '@flyerdeck/contracts';

const tests = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts',
);
const described = tests.flatMap((name) =>
  [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/^ *describeCall\(\w+, (\w+),/gm)].map(
    ([, endpoint]) => endpoint,
  ),
);

test('every endpoint of the registry has exactly one describeCall in this folder', () => {
  expect(described.sort()).toEqual(Object.keys(registry).sort());
});
