import { UploadSlots } from './uploadSlots.ts';

/** Something that lasts until it is told to end. */
function lasting() {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end };
}

it('a user has so many at once, everybody together too, and who ends makes room', async () => {
  const slots = new UploadSlots({ perUser: 2, inAll: 3, bytesPerSecondOfUser: 1 });
  const work = lasting();
  const hold = (user: string) => slots.hold(user, () => work.over);
  const held = [hold('anna'), hold('anna'), hold('bo')];
  await expect(hold('anna')).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '5' } });
  await expect(hold('cleo')).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  work.end();
  await Promise.all(held);
  await slots.hold('anna', async () => {
    await expect(hold('cleo')).resolves.toBeUndefined();
  });
});

it('work that fails makes room too', async () => {
  const slots = new UploadSlots({ perUser: 1, inAll: 1, bytesPerSecondOfUser: 1 });
  const fail = () => slots.hold('anna', () => Promise.reject(new Error('failed')));
  await expect(fail()).rejects.toThrow('failed');
  await expect(fail()).rejects.toThrow('failed');
});
