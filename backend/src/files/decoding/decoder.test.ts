import { descendantsOf } from '../../../test/processTable.ts';
import { png } from '../images.fixture.ts';
import { Decoder } from './decoder.ts';

const decoderProcesses = async () =>
  (await descendantsOf(process.pid)).filter(({ command }) => command.includes('decoderProcess'));

it('kills a process that takes too long and checks the next picture in a new one [S5.2-2]', async () => {
  const hasty = new Decoder(1);
  const picture = await png();
  expect(await hasty.check(picture)).toBe('too_slow');
  expect(await hasty.check(picture)).toBe('too_slow');
  await expect(hasty.shrink(async () => picture, 10)).rejects.toThrow('too_slow');
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
