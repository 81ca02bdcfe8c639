import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../src/version.ts';
import { useTestServer } from './testServer.ts';

const server = useTestServer();
const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const WORKSPACES = ['contracts', 'backend', 'frontend'];

test('the packages, the image, the changelog and the API document have the same version', async () => {
  const api = await fetch(`${server.baseUrl}/api/openapi.json`);
  const found = {
    packages: ['.', ...WORKSPACES].map((folder) => JSON.parse(read(`${folder}/package.json`)).version),
    lockFile: ['', ...WORKSPACES].map((folder) => JSON.parse(read('package-lock.json')).packages[folder].version),
    images: [...new Set(read('docker-compose.yml').match(/(?<=FLYERDECK_VERSION:-)[^}]+/g))],
    example: /^# FLYERDECK_VERSION=(.+)$/m.exec(read('.env.example'))?.[1],
    changelog: /^## \[(\d.*?)\] - \d{4}-\d\d-\d\d$/m.exec(read('.github/CHANGELOG.md'))?.[1],
    openApi: ((await api.json()) as { info: { version: string } }).info.version,
  };
  expect(found).toEqual({
    packages: Array(4).fill(VERSION),
    lockFile: Array(4).fill(VERSION),
    images: [VERSION],
    example: VERSION,
    changelog: VERSION,
    openApi: VERSION,
  });
});
