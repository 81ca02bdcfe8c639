import { pino } from 'pino';
import { startRepeatingTimer } from './repeatingTimer.ts';

const logger = pino({ level: 'silent' });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('runs immediately and then at each interval, also after a run that throws', async () => {
  const work = jest.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(undefined);
  const logged = jest.spyOn(logger, 'error');
  const timer = startRepeatingTimer({ name: 'the sweep', everySeconds: 2, logger, work });
  await jest.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalledWith({ err: expect.any(Error) }, 'the sweep failed');
  await jest.advanceTimersByTimeAsync(4_000);
  expect(work).toHaveBeenCalledTimes(3);
  await timer.stop();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('does not start a run during a long one, and a stop waits for the run to end', async () => {
  let finish = () => {};
  const work = jest.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const timer = startRepeatingTimer({ name: 'the sweep', everySeconds: 2, logger, work });
  await jest.advanceTimersByTimeAsync(9_000);
  expect(work).toHaveBeenCalledTimes(1);
  let isStopped = false;
  const stopped = timer.stop().then(() => {
    isStopped = true;
  });
  await jest.advanceTimersByTimeAsync(100);
  expect(isStopped).toBe(false);
  finish();
  await stopped;
});
