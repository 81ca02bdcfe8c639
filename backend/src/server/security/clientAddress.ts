import { isIP } from 'node:net';
import type { Context } from 'koa';

/** Providers give each customer a whole /64. */
function networkOf(address: string): string {
  // Lower case, no leading zeros, at most one `::`.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const omitted = 8 - canonical.split(':').filter(Boolean).length;
  const groups = canonical
    .replace('::', `:${'0:'.repeat(omitted)}`)
    .split(':')
    .filter(Boolean);
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The IPv4 address or the /64 of the IPv6 address. Null if it is neither. */
export function countedAddress(address: string): string | null {
  // A socket that listens on IPv4 and IPv6 reports IPv4 addresses as `::ffff:192.0.2.1`.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) === 6) return networkOf(address.replace(/%.*$/, ''));
  return isIP(address) === 4 ? address : null;
}

/** By the trusted proxies (TRUST_PROXY), else the address of the connection. */
export const clientAddress = (ctx: Context): string =>
  countedAddress(ctx.ip) ?? countedAddress(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';
