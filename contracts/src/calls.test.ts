import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openApiText } from './openapi.ts';
import { callsText } from './registry.ts';

test.each([
  ['src/calls.ts', callsText],
  ['openapi.json', openApiText],
])('%s is that of the contracts; `npm run calls` writes it', (file, textOf) => {
  expect(readFileSync(path.join(__dirname, '..', file), 'utf8')).toBe(textOf());
});
