import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The product with one addition: on SIGUSR2 it runs a garbage collection and writes its heap size to a file. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { HEAP_FILE = '' } = process.env;
process.on('SIGUSR2', () => {
  collectGarbage();
  collectGarbage();
  appendFileSync(HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
});
await import('../../src/main.ts');
