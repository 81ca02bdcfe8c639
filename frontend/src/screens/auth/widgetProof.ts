import type { WidgetProof } from '@flyerdeck/contracts/types';

/** Of the callback's query: ours, beside Telegram's own. */
export const NONCE_PARAMETER = 'state';

const WIDGET_FIELDS = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash'] as const;

/**
 * The fields that Telegram's Login Widget put into the callback's query, exactly those and exactly as they came: its
 * hash covers them, so an added empty `last_name` would break it. Null without an id.
 */
export function readWidgetProof(query: URLSearchParams): WidgetProof | null {
  if (!query.get('id')) return null;
  const received = WIDGET_FIELDS.filter((field) => query.has(field)).map((field) => [field, query.get(field) ?? '']);
  return { id: '', auth_date: '', hash: '', ...Object.fromEntries(received) };
}
