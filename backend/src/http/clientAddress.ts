import { isIP } from 'node:net';
import type { Context } from 'koa';

/** The first four groups of an IPv6 address: a provider gives each customer all addresses that begin with them. */
function networkOf(address: string): string {
  // In the canonical form: lower case, no leading zeros, at most one `::`.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const omitted = 8 - canonical.split(':').filter(Boolean).length;
  const groups = canonical
    .replace('::', `:${'0:'.repeat(omitted)}`)
    .split(':')
    .filter(Boolean);
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The key of a caller's address in rate limits: an IPv4 address, the /64 of an IPv6 address; null for anything else. */
export function countedAddress(address: string): string | null {
  // A socket that listens on both gives IPv4 addresses in this form.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) === 6) return networkOf(address.replace(/%.*$/, ''));
  return isIP(address) === 4 ? address : null;
}

/** The address given by the trusted proxies (TRUST_PROXY), else that of the connection. */
export const clientAddress = (ctx: Context): string =>
  countedAddress(ctx.ip) ?? countedAddress(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';
