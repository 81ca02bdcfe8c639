import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Throttle } from './throttle.ts';

it('the streams of one throttle share its rate and are complete', async () => {
  const throttle = new Throttle(1_000_000);
  const source = () => Readable.from(Array.from({ length: 10 }, (_, n) => Buffer.alloc(10_000, n)));
  const startedAt = performance.now();
  const read = await Promise.all([buffer(throttle.of(source())), buffer(throttle.of(source()))]);
  // 200 kB take 200 ms, without the last pause, which may be too short to be made.
  expect(performance.now() - startedAt).toBeGreaterThan(170);
  expect(read).toEqual([await buffer(source()), await buffer(source())]);
});

it('the error of a stream is passed on at once', async () => {
  const source = async function* () {
    yield Buffer.from('a');
    throw new Error('cut off');
  };
  await expect(buffer(new Throttle(1_000_000).of(source()))).rejects.toThrow('cut off');
});
