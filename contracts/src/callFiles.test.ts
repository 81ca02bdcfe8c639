import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { callFiles } from './registry.ts';

const FOLDER = path.join(__dirname, 'calls');

test('the calls of the web app are those of the contracts; `npm run calls` writes them', () => {
  const written = readdirSync(FOLDER).map((file) => [file, readFileSync(path.join(FOLDER, file), 'utf8')]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(callFiles()));
});
