import { siteOrigin } from '../shared/manifestFacts.ts';
import type { Look } from '../shared/messages.ts';

/** No tab of the site is open; one is, but was there before the extension; or what a tab shows. */
export type Seen = { readonly kind: 'nothing' | 'deaf' } | { readonly kind: 'seen'; readonly look: Look };

/** What the site shows in the tab the person looks at, or else in the one they last looked at. */
export async function seeSite(): Promise<Seen> {
  const tabs = await chrome.tabs.query({ url: `${siteOrigin}/*` });
  if (tabs.length === 0) return { kind: 'nothing' };
  tabs.sort((a, b) => Number(b.active) - Number(a.active) || (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  for (const { id } of tabs) {
    const look: Look | null =
      id === undefined ? null : await chrome.tabs.sendMessage(id, { kind: 'look' }, { frameId: 0 }).catch(() => null);
    if (look) return { kind: 'seen', look };
  }
  return { kind: 'deaf' };
}
