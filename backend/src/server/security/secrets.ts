import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../config.ts';

/** 256 random bits, in characters that need no escaping in a header or URL. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Without salt, because secrets are random. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

type Request = Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } };

/** With METRICS_TOKEN if it is set, else directly from this machine. A proxy may omit X-Forwarded-For, so the Host must be this machine too. */
export function isOperator({ headers, socket }: Request, metricsToken: string | null): boolean {
  if (metricsToken !== null) {
    const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(hashSecret(given), hashSecret(metricsToken));
  }
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined);
  return !isForwarded && isLoopbackAddress(socket.remoteAddress) && isLoopbackHost(headers.host);
}

const isLoopbackAddress = (address = '') => isLoopback(address.replace(/^::ffff:/i, ''));

function isLoopbackHost(host = ''): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

/** For the worker's browser and a pending screenshot. */
export const PREVIEW_TOKEN_HEADER = 'X-Preview-Token';
