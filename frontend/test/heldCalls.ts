import { makeStore } from '../src/app/store.ts';
import { saveCredentials } from '../src/data/request/storage.ts';
import { useFetchMock } from './fetchMock.ts';

export interface HeldCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  answer(json: unknown): Promise<void>;
  refuse(status: number, error: string): Promise<void>;
  disconnect(): Promise<void>;
}

/** A store whose calls wait until the test answers them, with a fake clock. */
export function useHeldCalls() {
  const fetchMock = useFetchMock();
  const calls: HeldCall[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
    calls.length = 0;
    fetchMock.mockImplementation(
      (path, { method = 'GET', body }) =>
        new Promise((resolve, reject) => {
          const end = async (json: unknown, status: number) => {
            resolve(new Response(JSON.stringify(json), { status }));
            await jest.advanceTimersByTimeAsync(0);
          };
          calls.push({
            method,
            path,
            body: typeof body === 'string' ? JSON.parse(body) : body,
            answer: (json) => end(json, 200),
            refuse: (status, error) => end({ error, code: 'refused' }, status),
            disconnect: async () => {
              reject(new TypeError('Failed to fetch'));
              await jest.advanceTimersByTimeAsync(0);
            },
          });
        }),
    );
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const call = (index: number): HeldCall => {
    const found = calls[index];
    if (!found) throw new Error(`There was no call number ${index}.`);
    return found;
  };
  return { calls, call, makeStore };
}
