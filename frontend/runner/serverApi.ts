import type { RunnerPage, RunnerState } from '@flyerdeck/contracts';

const ANSWER_TIMEOUT_MS = 15_000;

/** The server answered with an error. When it was not reached, fetch's own error is thrown. */
export class ServerRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The calls of a runner. `url` is the server's address, without a trailing slash. */
export class ServerApi {
  constructor(
    readonly url: string,
    private readonly secret: () => string | null,
  ) {}

  createRunner(hostName: string, version: string): Promise<{ pairing_code: string; secret: string }> {
    return this.call('POST', '/runner', { host_name: hostName, version });
  }

  read(): Promise<RunnerState> {
    return this.call('GET', '/runner');
  }

  addPage(token: string, confirmReplace: boolean): Promise<RunnerPage> {
    return this.call('POST', '/runner/pages', { token, ...(confirmReplace && { confirm_replace: true }) });
  }

  async setAwake(guids: readonly string[]): Promise<void> {
    await this.call('PUT', '/runner/awake', { guids });
  }

  /** The extension's zip; null if it is the one with this ETag. */
  async extension(etag: string | null): Promise<{ readonly zip: Uint8Array; readonly etag: string } | null> {
    const response = await fetch(`${this.url}/extension.zip`, {
      // Without Cache-Control, fetch adds no-cache, and the server would always send the file.
      headers: etag === null ? {} : { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS * 4),
    });
    if (response.status === 304) return null;
    if (!response.ok) throw new ServerRefusal(response.status, 'extension', 'The server has no extension.');
    return { zip: new Uint8Array(await response.arrayBuffer()), etag: response.headers.get('ETag') ?? '' };
  }

  private async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const secret = this.secret();
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(secret !== null && { Authorization: `Bearer ${secret}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.ok) return (text === '' ? null : JSON.parse(text)) as Answer;
    const { code = 'unknown', error = `The server answered ${response.status}.` } = parsed(text);
    throw new ServerRefusal(response.status, code, error);
  }
}

function parsed(text: string): { code?: string; error?: string } {
  try {
    return JSON.parse(text) as { code?: string; error?: string };
  } catch {
    return {};
  }
}

export class ServerPages {
  private pages: readonly RunnerPage[] = [];

  constructor(private readonly server: ServerApi) {}

  /** True if the runner is paired. */
  async read(): Promise<boolean> {
    const { is_paired: isPaired, pages } = await this.server.read();
    this.pages = pages;
    return isPaired;
  }

  ofAccount(creatorId: string): RunnerPage | undefined {
    return this.pages.find((page) => page.creator_id === creatorId);
  }

  accountOf(guid: string): string | undefined {
    return this.pages.find((page) => page.guid === guid)?.creator_id;
  }
}
