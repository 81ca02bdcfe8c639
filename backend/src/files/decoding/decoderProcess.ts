import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { check, shrink } from './decode.ts';
import type { DecoderAnswer, DecoderRequest } from './decoder.ts';

// Requests have a higher priority. Threads that are created later inherit this one.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);

async function answerTo({ bytes, width }: DecoderRequest): Promise<DecoderAnswer> {
  try {
    return width === null ? { checked: await check(bytes) } : { shrunk: await shrink(bytes, width) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request: DecoderRequest) => {
  void answerTo(request).then((answer) => process.send?.(answer));
});
// Ctrl-C reaches both processes and must not abort the current picture.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
