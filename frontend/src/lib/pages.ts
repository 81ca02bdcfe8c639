import { DEVICE_PROBLEM_SENTENCES, EXTENSION_ID } from '@flyerdeck/contracts/extension.values';
import { packMissesSentence } from '@flyerdeck/contracts/sitePacks.values';
import type { Page, PageLimits } from '@flyerdeck/contracts/types';
import { formatClock } from './hourClock.ts';
import { counted } from './numbers.ts';

export const pageName = (page: Pick<Page, 'name' | 'username'>): string => page.name || page.username || 'Unnamed Page';

const gapText = (minutes: number): string =>
  [
    ...(minutes >= 60 ? [counted(Math.floor(minutes / 60), 'hour')] : []),
    ...(minutes % 60 > 0 ? [counted(minutes % 60, 'minute')] : []),
  ].join(' ');

export function limitsText({ max_posts_in_24_hours, min_gap_minutes, hours }: PageLimits): string {
  return [
    ...(max_posts_in_24_hours === null ? [] : [`At most ${counted(max_posts_in_24_hours, 'post')} in 24 hours`]),
    ...(min_gap_minutes === null ? [] : [`${gapText(min_gap_minutes)} between posts`]),
    ...(hours === null ? [] : [`${formatClock(hours.from)} to ${formatClock(hours.until)}, ${hours.time_zone}`]),
  ].join(' · ');
}

/** Why a page cannot post. Where its site pack does not fit, the sentence names the pack and what it does not find. */
export function healthSentence({ health, pack_misses }: Pick<Page, 'health' | 'pack_misses'>): string {
  if (health === 'ok') return 'OK';
  if (health !== 'site_changed' || !pack_misses) return DEVICE_PROBLEM_SENTENCES[health];
  return `${packMissesSentence(pack_misses)} Nothing is posted or charged until a pack fits.`;
}

const SHORT_TAGS_LENGTH = 28;

/** 'vip, EU +3': as many whole tags as fit into a line, at least one. */
export function shortTags(tags: readonly string[]): string {
  const fits = (count: number) => tags.slice(0, count).join(', ').length <= SHORT_TAGS_LENGTH;
  const shown = Math.max(1, tags.filter((_, n) => fits(n + 1)).length);
  return tags.slice(0, shown).join(', ') + (shown < tags.length ? ` +${tags.length - shown}` : '');
}

export function tagsInUse(pages: readonly Pick<Page, 'tags'>[]): readonly string[] {
  const spellings = new Map<string, string>();
  for (const { tags } of pages) {
    for (const tag of tags) {
      const folded = tag.toLowerCase();
      if (!spellings.has(folded)) spellings.set(folded, tag);
    }
  }
  return [...spellings.values()].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base', numeric: true }));
}

const partsOf = (version: string) => version.split('.').map(Number);

/** A browser's extension has a version of at most four parts. */
export function isOlderVersion(version: string, than: string): boolean {
  const [ours, theirs] = [partsOf(version), partsOf(than)];
  const differences = [0, 1, 2, 3].map((place) => (ours[place] ?? 0) - (theirs[place] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}

interface ExtensionRuntime {
  sendMessage(extensionId: string, message: unknown): Promise<unknown>;
}

/** Asks this browser's extension, if it is installed, to poll now instead of at its next interval. */
export function wakeExtension(): void {
  // Chrome defines `chrome.runtime` in a page only when an installed extension accepts messages from it.
  const { chrome } = globalThis as { chrome?: { runtime?: ExtensionRuntime } };
  void chrome?.runtime?.sendMessage(EXTENSION_ID, { kind: 'poll' }).catch(() => undefined);
}
