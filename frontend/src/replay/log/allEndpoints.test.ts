import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isKnownEndpoint } from './allEndpoints.ts';

test('every endpoint of the data layer is registered before the first action', () => {
  const data = path.join(__dirname, '../../data');
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((file) => /Api\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(data, file), 'utf8').matchAll(/^ {4}(\w+): (?:query|mutation)\(build,/gm),
    ])
    .map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !isKnownEndpoint(name))).toEqual([]);
});
