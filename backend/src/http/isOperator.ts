import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../config.ts';
import { hashSecret } from './secrets.ts';

type Request = Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } };

/**
 * Whether a request may read what is for operators only: with METRICS_TOKEN if it is set, else directly from this machine. A
 * proxy may omit X-Forwarded-For, so the Host must be this machine too.
 */
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
