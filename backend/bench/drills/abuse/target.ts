import { Agent, request } from 'node:http';

/** The data that an attacker has: the server's address and an account of their own. */
export interface Target {
  readonly baseUrl: string;
  /** Session headers of the attacker's account. */
  readonly headers: Readonly<Record<string, string>>;
  readonly assistantId: string;
  /** The attacker's page and its device. */
  readonly pageGuid: string;
  readonly deviceSecret: string;
  /** Image of the attacker's flyer, several MB. */
  readonly fileId: string;
  readonly seconds: number;
}

/** Runs for `seconds` and returns one line about the answers. */
export type Attack = (target: Target) => Promise<string>;

/** A loopback address that honest users do not use, because limits count by address. */
export const ATTACKER_ADDRESS = '127.0.0.66';

export interface Sent {
  /** 0 when the connection was closed or the answer took too long. */
  readonly status: number;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, localAddress: ATTACKER_ADDRESS, maxSockets: 256 });
const ANSWER_WITHIN_MS = 30_000;

export function send(
  { baseUrl }: Target,
  path: string,
  {
    method = 'POST',
    headers = {},
    body = null,
  }: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer | string | null;
  } = {},
): Promise<Sent> {
  return new Promise((resolve) => {
    const lost = () => resolve({ status: 0, text: '' });
    const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request(
      `${baseUrl}${path}`,
      { method, agent, timeout: ANSWER_WITHIN_MS, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', lost);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', lost);
    sent.end(body ?? undefined);
  });
}

/** Counts answers by status and prints them as "200: 3, 429: 97". */
export class Statuses {
  private readonly counts = new Map<number, number>();

  add({ status }: Sent): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
  }

  toString(): string {
    return [...this.counts]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status || 'closed'}: ${times}`)
      .join(', ');
  }
}

/** Calls `once` in `atOnce` parallel loops until the time is over, at most `perSecond` times per second in all. */
export async function repeat(
  { seconds }: Target,
  { atOnce, perSecond = Number.POSITIVE_INFINITY }: { readonly atOnce: number; readonly perSecond?: number },
  once: (n: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  const loop = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const n = calls++;
      const due = startedAt + (n / perSecond) * 1_000;
      if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      await once(n);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return calls;
}
