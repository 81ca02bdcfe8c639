import { siteOrigin } from '../shared/manifestValues.ts';
import type { SiteState, ToContent } from '../shared/messages.ts';
import { readPackState } from '../shared/packInUse.ts';

/** `no_answer`: all tabs of the site are open since before the extension was installed. */
export type Seen =
  | { readonly kind: 'no_pack' | 'nothing' | 'no_answer' }
  | { readonly kind: 'seen'; readonly site: SiteState };

export async function seeSite(): Promise<Seen> {
  const { inUse } = await readPackState();
  if (!inUse) return { kind: 'no_pack' };
  const tabs = await chrome.tabs.query({ url: `${siteOrigin}/*` });
  if (tabs.length === 0) return { kind: 'nothing' };
  tabs.sort((a, b) => Number(b.active) - Number(a.active) || (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  const message: ToContent = { kind: 'site_state', pack: inUse, isWorkTab: false };
  for (const { id } of tabs) {
    const site: SiteState | null =
      id === undefined ? null : await chrome.tabs.sendMessage(id, message, { frameId: 0 }).catch(() => null);
    if (site) return { kind: 'seen', site };
  }
  return { kind: 'no_answer' };
}
