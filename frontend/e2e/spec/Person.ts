import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/**
 * No two people of one product share an id, so that no test sees what another one left: each worker, also one that took a
 * failed one's place, has a range of its own.
 */
let lastId = 300_000_000 + 100_000 * Number(process.env.TEST_WORKER_INDEX ?? 0);

interface Session {
  readonly session_token: string;
  readonly telegram_id: string;
}

/** Somebody with an account of their own, who calls the API and opens browsers in which they are signed in. */
export class Person {
  private constructor(
    private readonly baseUrl: string,
    readonly session: Session,
  ) {}

  static async signUp(baseUrl: string): Promise<Person> {
    lastId += 1;
    return Person.signIn(baseUrl, String(lastId));
  }

  static async signIn(baseUrl: string, telegramId: string): Promise<Person> {
    const response = await fetch(`${baseUrl}/api/auth/telegram`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ telegram_id: telegramId, username: `u${telegramId}`, first_name: 'Anna', last_name: '' }),
    });
    if (!response.ok) throw new Error(`the sign-in answered ${response.status}: ${await response.text()}`);
    return new Person(baseUrl, (await response.json()) as Session);
  }

  /** The same person with another session: what ends one leaves the other alone. */
  again(): Promise<Person> {
    return Person.signIn(this.baseUrl, this.session.telegram_id);
  }

  /** An answer without a body is null. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.baseUrl}/api${path}`, {
      method,
      headers: {
        'X-Session-Token': this.session.session_token,
        'X-Telegram-ID': this.session.telegram_id,
        ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  openBrowser(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const localStorage = Object.entries(this.session).map(([name, value]) => ({ name, value: String(value) }));
    return browser.newContext({
      ...options,
      baseURL: this.baseUrl,
      storageState: { cookies: [], origins: [{ origin: this.baseUrl, localStorage }] },
    });
  }
}

/** A browser of somebody who is not signed in: the mock build would sign them in by itself, were it not refused. */
export async function openStrangersBrowser(browser: Browser, baseUrl: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl });
  await context.route('**/api/auth/telegram', (route) =>
    route.fulfill({ status: 401, json: { error: 'Not you.', code: 'auth.proof_missing' } }),
  );
  return context;
}
