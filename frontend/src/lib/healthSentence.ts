import type { Page } from '@flyerdeck/contracts/types';
import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/values/extension';
import { packMissesSentence } from '@flyerdeck/contracts/values/sitePacks';

/** Why a page can not post. Where its site pack does not fit, the sentence names the pack and what it does not find. */
export function healthSentence({ health, pack_misses }: Pick<Page, 'health' | 'pack_misses'>): string {
  if (health === 'ok') return 'OK';
  if (health !== 'site_changed' || !pack_misses) return DEVICE_PROBLEM_SENTENCES[health];
  return `${packMissesSentence(pack_misses)} Nothing is posted or charged until a pack fits.`;
}
