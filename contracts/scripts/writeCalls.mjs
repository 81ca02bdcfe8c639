import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { callFiles } from '../src/registry.ts';

/** Writes contracts/src/calls. `npm run calls` starts it with the loader for TypeScript. */
const folder = new URL('../src/calls/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, text] of callFiles()) writeFileSync(new URL(name, folder), text);
