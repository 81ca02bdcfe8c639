import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument, registry } from '@flyerdeck/contracts';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, '.github/CONTRIBUTING.md'), 'utf8');
const steps = text
  .split(/^(?=\d+\. \*\*)/m)
  .slice(1)
  .map((step) => step.split(/^## /m)[0] ?? '');

test.each(steps.map((step) => [/\*\*(.+?)\.\*\*/.exec(step)?.[1], step]))(
  'the examples of the step "%s" exist',
  (_name, step) => {
    const examples = [...step.matchAll(/`([\w./-]+\.(?:tsx?|md))`\s+\(`([^`]+)`\)/g)];
    expect(examples.length).toBeGreaterThan(0);
    for (const [, file = '', words = ''] of examples) {
      expect([file, readFileSync(join(ROOT, file), 'utf8').includes(words)]).toEqual([file, true]);
    }
  },
);

test('the example listPresets is in the registry and in the OpenAPI document', () => {
  expect(registry).toHaveProperty('listPresets');
  expect(openApiDocument('1').paths['/api/presets']?.get).toHaveProperty('operationId', 'listPresets');
});
