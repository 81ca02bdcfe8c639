import { writeFileSync } from 'node:fs';
import { openApiText } from '../src/openapi.ts';
import { callsText } from '../src/registry.ts';

/** `npm run calls` starts it with the loader for TypeScript. */
writeFileSync(new URL('../src/calls.ts', import.meta.url), callsText());
writeFileSync(new URL('../openapi.json', import.meta.url), openApiText());
