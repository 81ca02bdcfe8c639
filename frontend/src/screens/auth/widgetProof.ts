import type { WidgetProof } from '@flyerdeck/contracts/types';

/** The parameter of the callback URL that this product adds to Telegram's parameters. */
export const NONCE_PARAMETER = 'state';

const WIDGET_FIELDS = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash'] as const;

/**
 * The fields that Telegram's Login Widget added to the callback URL, unchanged. The hash covers exactly these fields, so
 * an added empty `last_name` would make it invalid. Null without an id.
 */
export function readWidgetProof(query: URLSearchParams): WidgetProof | null {
  if (!query.get('id')) return null;
  const received = WIDGET_FIELDS.filter((field) => query.has(field)).map((field) => [field, query.get(field) ?? '']);
  return { id: '', auth_date: '', hash: '', ...Object.fromEntries(received) };
}
