import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/**
 * Each worker has its own range of Telegram ids, also a worker that replaces a failed one, so that no test sees the
 * data of another one.
 */
let lastId = 300_000_000 + 100_000 * Number(process.env.TEST_WORKER_INDEX ?? 0);

interface Session {
  readonly session_token: string;
  readonly telegram_id: string;
}

/** A user with their own account, who calls the API and opens signed-in browsers. */
export class Person {
  private constructor(
    private readonly baseUrl: string,
    readonly session: Session,
  ) {}

  static async signUp(baseUrl: string): Promise<Person> {
    lastId += 1;
    return Person.signIn(baseUrl, String(lastId));
  }

  /** `proof` is Telegram's, for a server without mock sign-in. */
  static async signIn(baseUrl: string, telegramId: string, proof: object = {}): Promise<Person> {
    const response = await fetch(`${baseUrl}/api/auth/telegram`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        telegram_id: telegramId,
        username: `u${telegramId}`,
        first_name: 'Anna',
        last_name: '',
        ...proof,
      }),
    });
    if (!response.ok) throw new Error(`the sign-in answered ${response.status}: ${await response.text()}`);
    return new Person(baseUrl, (await response.json()) as Session);
  }

  /** Calls the API. Returns null for an answer without a body. */
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

/** Opens a browser without a session. Mock sign-in is blocked, because the app would sign in automatically. */
export async function openSignedOutBrowser(browser: Browser, baseUrl: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl });
  await context.route('**/api/auth/telegram', (route) =>
    route.fulfill({ status: 401, json: { error: 'Not you.', code: 'auth.proof_missing' } }),
  );
  return context;
}
