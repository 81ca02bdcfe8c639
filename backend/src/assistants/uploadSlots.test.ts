import { UploadSlots } from './flyers.upload.ts';

/** A promise that `end` resolves. */
function createWork() {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end };
}

it('simultaneous uploads are limited for each user and for all users together, and a finished upload frees its slot', async () => {
  const slots = new UploadSlots({ perUser: 2, inAll: 3, bytesPerSecondOfUser: 1 });
  const work = createWork();
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

it('a failed upload frees its slot', async () => {
  const slots = new UploadSlots({ perUser: 1, inAll: 1, bytesPerSecondOfUser: 1 });
  const fail = () => slots.hold('anna', () => Promise.reject(new Error('failed')));
  await expect(fail()).rejects.toThrow('failed');
  await expect(fail()).rejects.toThrow('failed');
});
