import { Agent, request } from 'node:http';
import type { GeneratedRequest } from './requestOf.ts';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

const HANGS_AFTER_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Uses node:http, because fetch would need about as much processor time as the product. */
export function call(
  baseUrl: string,
  generated: GeneratedRequest,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { method, path, contentType, body } = generated;
  return new Promise((resolve, reject) => {
    const sent = request(
      `${baseUrl}/api${path}`,
      {
        method,
        agent,
        timeout: HANGS_AFTER_MS,
        headers: {
          ...headers,
          ...(contentType ? { 'Content-Type': contentType } : {}),
          'Content-Length': body?.length ?? 0,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
