import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallLog } from '../callLog.ts';

export interface HonestUser {
  readonly headers: Readonly<Record<string, string>>;
  readonly deviceSecret: string;
}

const EVERY_MS = 10;
const ANSWER_WITHIN_MS = 20_000;

/** Users and devices that call the server at a steady rate. Records response times and unexpected statuses. */
export class HonestUsers {
  readonly log = new CallLog();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(
    private readonly baseUrl: string,
    private readonly users: readonly HonestUser[],
  ) {}

  /** Calls until the signal aborts. Slow answers do not delay the next calls. */
  async work(signal: AbortSignal): Promise<void> {
    const under = new Set<Promise<void>>();
    for (let n = 0; !signal.aborted; n++) {
      const user = this.users[n % this.users.length] as HonestUser;
      const kind = Math.floor(n / this.users.length) % 4;
      const call = this.once(user, kind).finally(() => under.delete(call));
      under.add(call);
      await sleep(EVERY_MS);
    }
    await Promise.all(under);
  }

  private async once({ headers, deviceSecret }: HonestUser, kind: number): Promise<void> {
    const startedAt = performance.now();
    const [path, status] = await (kind === 0
      ? this.call('GET', '/auth/me', headers)
      : kind === 1
        ? this.call('GET', '/tasks', headers)
        : kind === 2
          ? this.call('GET', '/queue/info', headers)
          : this.call('POST', '/extension/poll', { Authorization: `Bearer ${deviceSecret}` }, '{"health":"ok"}'));
    this.log.add(path, performance.now() - startedAt);
    if (status !== 200) this.log.problem(`an honest ${path} was answered ${status || 'with a closed connection'}`);
  }

  private call(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<[string, number]> {
    return new Promise((resolve) => {
      const json = body ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {};
      const sent = request(
        `${this.baseUrl}/api${path}`,
        { method, agent: this.agent, timeout: ANSWER_WITHIN_MS, headers: { ...headers, ...json } },
        (response) => {
          response.on('error', () => resolve([path, 0]));
          response.on('end', () => resolve([path, response.statusCode ?? 0]));
          response.resume();
        },
      );
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve([path, 0]));
      sent.end(body);
    });
  }
}
