import type { Page, PickerPage } from '@flyerdeck/contracts';
import type { PageRow } from './pages.query.ts';

export const presentPage = (page: PageRow): Page => ({
  guid: page.guid,
  name: page.name,
  username: page.username,
  creator_id: page.creator_id,
  avatarThumbUrl: page.avatarThumbUrl,
  is_active: page.is_active,
  is_paid: page.is_paid,
  paid_until: page.paid_until,
  credits_charged: page.credits_charged,
  tags: page.tags,
  notice: page.notice,
  health: page.health,
  pack_misses: page.pack_misses,
  extension_version: page.extension_version,
  last_polled_at: page.last_polled_at,
  linked_at: page.linked_at,
  time_zone: page.time_zone,
  limits: page.limits,
  limited_until: page.limited_until,
  pause: page.pause,
  runner: page.runner,
});

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Pages by name, and every tag once, in the spelling of the first page that has it. */
export function presentPicker(rows: readonly PageRow[]): { pages: PickerPage[]; tags: string[] } {
  const named = rows
    .map((row) => ({ row, name: row.name || row.username || row.creator_id }))
    .sort((a, b) => alphabet.compare(a.name, b.name) || (a.row.guid < b.row.guid ? -1 : 1));
  const spellings = new Map<string, string>();
  for (const { row } of named) {
    for (const tag of row.tags) {
      const folded = tag.toLowerCase();
      if (!spellings.has(folded)) spellings.set(folded, tag);
    }
  }
  return {
    pages: named.map(({ row, name }) => ({ id: row.guid, name, avatarUrl: row.avatarThumbUrl, tags: row.tags })),
    tags: [...spellings.values()].sort(alphabet.compare),
  };
}
