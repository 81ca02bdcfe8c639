import { pino } from 'pino';
import { TelegramCircuitBreaker } from './telegramCircuitBreaker.ts';

afterEach(() => jest.useRealTimers());

test('after the clock was set back, Telegram is tried again after the same wait', async () => {
  jest.useFakeTimers();
  const breaker = new TelegramCircuitBreaker(pino({ level: 'silent' }));
  await expect(breaker.run(() => Promise.reject(new Error('no network')))).rejects.toThrow('cannot be reached');
  jest.setSystemTime(Date.now() - 3_600_000);
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(breaker.run(async () => 'sent')).resolves.toBe('sent');
});
