import { descendantsOf } from '../../../test/processTable.ts';
import { jpeg, png } from '../images.fixture.ts';
import { Decoder } from './decoder.ts';

const decoderProcesses = async () =>
  (await descendantsOf(process.pid)).filter(({ command }) => command.includes('decoderProcess'));

it('handles simultaneous requests one after the other', async () => {
  const decoder = new Decoder();
  const sizes = [10, 20, 30, 40, 50];
  const checked = await Promise.all(sizes.map(async (size) => decoder.check(await png(size, size))));
  expect(checked).toMatchObject(sizes.map((size) => ({ width: size, height: size })));
  let reading = 0;
  const read = async () => {
    expect(++reading).toBe(1);
    const bytes = await jpeg(400, 300);
    reading--;
    return bytes;
  };
  const shrunk = await Promise.all(sizes.map((size) => decoder.shrink(read, size)));
  expect(shrunk.every((bytes) => bytes && bytes.length > 0)).toBe(true);
});

it('kills a process that takes too long and checks the next picture in a new one [S5.2-2]', async () => {
  let used = 0;
  const hasty = new Decoder(1, () => used++);
  const picture = await png();
  expect(await hasty.check(picture)).toBe('too_slow');
  expect(await hasty.check(picture)).toBe('too_slow');
  await expect(hasty.shrink(async () => picture, 10)).rejects.toThrow('too_slow');
  expect(await new Decoder().check(picture)).toMatchObject({ width: 40 });
});

it('answers 503 if the process did not get the processor, and checks the next picture in a new one', async () => {
  // The process does not even start within a millisecond.
  const hasty = new Decoder(1, () => 0);
  const picture = await png();
  const busy = {
    status: 503,
    headers: { 'Retry-After': '2' },
    message: 'The server is too busy to open this picture. Please try again in a moment.',
  };
  await expect(hasty.shrink(async () => picture, 10)).rejects.toMatchObject(busy);
  // The exit of a killed process is noticed while a later picture is checked.
  for (let n = 0; n < 20; n++) await expect(hasty.check(picture)).rejects.toMatchObject(busy);
  const stopped = new Decoder();
  const othersIds = (await decoderProcesses()).map(({ id }) => id);
  await stopped.check(picture);
  // Only now, because a start takes longer on a busy machine.
  Object.assign(stopped, { answerTimeoutMs: 300 });
  const own = (await decoderProcesses()).find(({ id }) => !othersIds.includes(id));
  process.kill(own?.id ?? Number.NaN, 'SIGSTOP');
  await expect(stopped.check(picture)).rejects.toMatchObject(busy);
  expect(await new Decoder().check(picture)).toMatchObject({ width: 40 });
});

it('refuses a picture that crashes its process, and checks the next picture [S5.2-2]', async () => {
  const othersIds = (await decoderProcesses()).map(({ id }) => id);
  const decoder = new Decoder();
  await decoder.check(await png());
  const own = (await decoderProcesses()).find(({ id }) => !othersIds.includes(id));
  const [first, second] = [decoder.check(await png(6_000, 6_000)), decoder.check(await png(20, 20))];
  process.kill(own?.id ?? Number.NaN, 'SIGKILL');
  expect(await first).toBe('damaged');
  expect(await second).toMatchObject({ width: 20 });
});
