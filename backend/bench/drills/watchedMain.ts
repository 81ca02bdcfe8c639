import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The product, which on SIGUSR2 throws away what it can and writes down how much memory is left in use. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { HEAP_FILE = '' } = process.env;
process.on('SIGUSR2', () => {
  collectGarbage();
  collectGarbage();
  appendFileSync(HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
});
await import('../../src/main.ts');
