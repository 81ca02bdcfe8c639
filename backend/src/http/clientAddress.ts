import { isIP } from 'node:net';
import type { Context } from 'koa';

/** The first four groups of an IPv6 address: one customer of a provider has all addresses that begin with them. */
function networkOf(address: string): string {
  // Written as every browser writes it: in lower case, without leading zeros, with one `::` at most.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return `${[...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':')}::/64`;
}

/** What a caller's address counts as in rate limits: IPv4 by itself, IPv6 by its /64; null for what is no address. */
export function countedAddress(address: string): string | null {
  // A socket that listens on both gives IPv4 addresses this way.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return networkOf(address.replace(/%.*$/, ''));
    default:
      return null;
  }
}

/** Of whoever the trusted proxies (TRUST_PROXY) say that it is; the connection's own where they say nothing usable. */
export const clientAddress = (ctx: Context): string =>
  countedAddress(ctx.ip) ?? countedAddress(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';
