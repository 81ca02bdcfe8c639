import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestChangeMs } from '../scripts/newestChange.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flyerdeck-changes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeAt = (name: string, seconds: number) => {
  writeFileSync(join(folder, name), '');
  utimesSync(join(folder, name), seconds, seconds);
  utimesSync(folder, 1_000, 1_000);
};

test("the time of a folder's last change is that of its newest file", () => {
  writeAt('a.ts', 2_000);
  expect(newestChangeMs(folder)).toBe(2_000_000);
});

test('a changed tsbuildinfo file of tsc -b is ignored, so that the web app is not built again', () => {
  writeAt('a.ts', 2_000);
  writeAt('tsconfig.tsbuildinfo', 3_000);
  expect(newestChangeMs(folder)).toBe(2_000_000);
});
