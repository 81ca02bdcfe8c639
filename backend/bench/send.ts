import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  /** 0 when the connection was closed or the answer took too long. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded when it is read: the answers of a load are not, because decoding megabytes delays the calls that are measured beside it. */
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: Buffer | string | object | null;
  readonly agent?: Agent;
  readonly withinMs?: number;
}

const AGENT = new Agent({ keepAlive: true });
const NO_ANSWER: Answer = { status: 0, headers: {}, text: '' };

/** Uses node:http, because fetch needs about as much processor time as the product. */
export function send(
  url: string,
  { method = 'POST', headers = {}, body = null, agent = AGENT, withinMs = 30_000 }: Call = {},
): Promise<Answer> {
  const isJson = body !== null && typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : (body ?? '');
  const all = {
    ...(isJson ? { 'Content-Type': 'application/json' } : {}),
    'Content-Length': Buffer.byteLength(bytes as string | Buffer),
    ...headers,
  };
  return new Promise((resolve) => {
    const sent = request(url, { method, agent, timeout: withinMs, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(NO_ANSWER));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          get text() {
            return Buffer.concat(chunks).toString('utf8');
          },
        });
      });
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(NO_ANSWER));
    sent.end(bytes);
  });
}

/** The JSON of a call that must succeed. */
export async function callOk<T>(url: string, call: Call): Promise<T> {
  const { status, text } = await send(url, call);
  if (status < 200 || status > 299) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}
