import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashSecret } from './secrets.ts';

/** Proves that `flyerdeck doctor` has the server's BOT_TOKEN. */
export const PROBE_HEADER = 'X-Flyerdeck-Doctor';
/** An address of nobody (RFC 5737), which the doctor sends as if an earlier proxy had seen it. */
export const PROBE_ADDRESS = '192.0.2.77';

export const probeSecret = (botToken: string): string =>
  createHmac('sha256', botToken).update('flyerdeck doctor').digest('hex');

export const isProbe = (botToken: string | null, given: string): boolean =>
  botToken !== null && timingSafeEqual(hashSecret(probeSecret(botToken)), hashSecret(given));

/** Each proxy appends an address, and some drop what they were sent. */
export function countProxies(forwardedFor: string): number {
  const addresses = forwardedFor.split(',').flatMap((address) => address.trim() || []);
  return addresses.length - 1 - addresses.lastIndexOf(PROBE_ADDRESS);
}
