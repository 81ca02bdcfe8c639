import { createHash, createHmac } from 'node:crypto';
import { sign } from '@tma.js/init-data-node';
import type { WidgetFields } from './telegramProof.ts';

/** Proofs that are signed like Telegram's, for tests. Init data is signed by a library, independent of our implementation. */

export const BOT_TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';

export interface SignedPerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly allows_write_to_pm?: boolean;
}

export const initDataOf = (user: SignedPerson, signedAt: Date, botToken = BOT_TOKEN): string =>
  sign({ query_id: 'AAHdF6IQAAAAAN0XohDhrOrc', user, signature: 'c2lnbmF0dXJl_-' }, botToken, signedAt);

export function widgetOf(
  { allows_write_to_pm: _, ...user }: SignedPerson,
  signedAt: Date,
  botToken = BOT_TOKEN,
): WidgetFields & { hash: string } {
  const fields = { ...user, auth_date: Math.floor(signedAt.getTime() / 1000) };
  const signed = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHash('sha256').update(botToken).digest();
  return { ...fields, hash: createHmac('sha256', key).update(signed.sort().join('\n')).digest('hex') };
}
