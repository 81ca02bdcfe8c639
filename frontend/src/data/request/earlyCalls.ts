import { type Credentials, loadCredentials } from './storage.ts';

interface EarlyCalls {
  readonly sessionToken: string;
  readonly startedAtMs: number;
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** An older answer is not used, because the data may have changed. */
const MAX_AGE_MS = 10_000;

export const credentialHeaders = ({ sessionToken, telegramId }: Credentials) => ({
  'X-Session-Token': sessionToken,
  'X-Telegram-ID': telegramId,
});

/** Starts calls of the stored session before the app is loaded. `baseQuery` takes the answers. */
export function startEarlyCalls(addresses: readonly string[]): void {
  const credentials = loadCredentials();
  if (!credentials) return;
  const headers = { 'Content-Type': 'application/json', ...credentialHeaders(credentials) };
  const start = (address: string): [string, Promise<Response>] => {
    const answer = fetch(address, { headers });
    // A failure is reported to the caller that takes the answer. Nobody may take it.
    answer.catch(() => {});
    return [address, answer];
  };
  window.earlyCalls = {
    sessionToken: credentials.sessionToken,
    startedAtMs: Date.now(),
    answers: new Map(addresses.map(start)),
  };
}

/** The answer of an early call of the same session. Each answer is taken once: the next call gets newer data. */
export function takeEarlyAnswer(address: string, sessionToken: string): Promise<Response> | undefined {
  const early = window.earlyCalls;
  if (early?.sessionToken !== sessionToken || Date.now() - early.startedAtMs > MAX_AGE_MS) return;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}

/** Called before data is changed: the early answers may not contain the change. */
export function dropEarlyAnswers(): void {
  delete window.earlyCalls;
}
