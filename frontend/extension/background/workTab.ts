import { siteOrigin, WORK_TAB_MARK } from '../shared/manifestValues.ts';
import type { AnswerTo, SiteState, ToContent } from '../shared/messages.ts';
import { packInUse } from '../shared/packInUse.ts';
import { SiteProblem } from '../sites/site.ts';
import { siteSeconds } from '../sites/waits.ts';

const ASK_AGAIN_MS = 200;
const SESSION_KEY = 'workTabId';
const SECOND_KEY = 'secondTabId';
const WINDOW_SIZE = { width: 1_100, height: 800 } as const;

/** A site may use the part after the '#' itself; then the tab is not marked. */
const addressOf = (path: string) => new URL(`${siteOrigin}${path}${path.includes('#') ? '' : WORK_TAB_MARK}`);

async function findTab(): Promise<chrome.tabs.Tab | null> {
  const { [SESSION_KEY]: id } = await chrome.storage.session.get(SESSION_KEY);
  if (typeof id === 'number') {
    const tab = await chrome.tabs.get(id).catch(() => null);
    if ((tab?.pendingUrl ?? tab?.url ?? '').startsWith(`${siteOrigin}/`) && tab) return drawn(tab);
  }
  const restored = (await chrome.tabs.query({ url: `${siteOrigin}/*` })).find(({ url }) =>
    url?.endsWith(WORK_TAB_MARK),
  );
  if (restored?.id === undefined) return null;
  await chrome.storage.session.set({ [SESSION_KEY]: restored.id });
  return drawn(restored);
}

/** In a window that is drawn: a tab behind another one, and a minimized window, get no animation frames. */
async function drawn(tab: chrome.tabs.Tab): Promise<chrome.tabs.Tab> {
  if (!tab.active) await chrome.windows.create({ ...(tab.id && { tabId: tab.id }), focused: false, ...WINDOW_SIZE });
  else if ((await chrome.windows.get(tab.windowId)).state === 'minimized') {
    await chrome.windows.update(tab.windowId, { state: 'normal' });
  }
  return tab;
}

async function openTab(url: URL, key: string): Promise<number> {
  try {
    const opened = await chrome.windows.create({ url: url.href, focused: false, ...WINDOW_SIZE });
    const id = opened?.tabs?.[0]?.id;
    if (id === undefined) throw new Error('The new window has no tab.');
    await chrome.storage.session.set({ [key]: id });
    // A discarded tab would not answer.
    await chrome.tabs.update(id, { autoDiscardable: false });
    return id;
  } catch {
    throw new SiteProblem('no_tab', 'The creator site could not be opened: the browser opens no window.');
  }
}

/** Rejects when the tab is closed, has no content script of the extension, or could not answer. */
export async function ask<K extends ToContent['kind']>(
  tabId: number,
  message: Extract<ToContent, { kind: K }>,
): Promise<AnswerTo[K]> {
  const answer: AnswerTo[K] | null = await chrome.tabs.sendMessage(tabId, message, { frameId: 0 });
  if (answer === null) throw new Error('The page of the creator site could not answer.');
  return answer;
}

async function siteStateOnceLoaded(tabId: number, sinceMs: number): Promise<SiteState> {
  const giveUpAtMs = Date.now() + siteSeconds * 1000;
  const pack = await packInUse();
  while (Date.now() < giveUpAtMs) {
    const state = await ask(tabId, { kind: 'site_state', pack, isWorkTab: true }).catch(() => null);
    if (state && state.startedAtMs >= sinceMs) return state;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  throw new SiteProblem('site_failing', `The creator site did not answer within ${siteSeconds} seconds.`);
}

async function openWorkTab(path: string): Promise<{ readonly tabId: number; readonly state: SiteState }> {
  const sinceMs = Date.now() - 1;
  const tabId = await openTab(addressOf(path), SESSION_KEY);
  return { tabId, state: await siteStateOnceLoaded(tabId, sinceMs) };
}

export async function visit(path: string): Promise<number> {
  const sinceMs = Date.now() - 1;
  const tab = await findTab();
  if (tab?.id === undefined) return (await openWorkTab(path)).tabId;
  const shown = new URL(tab.url || siteOrigin);
  const wanted = addressOf(path);
  const isSamePage = shown.pathname + shown.search === wanted.pathname + wanted.search;
  if (shown.href === wanted.href) await chrome.tabs.reload(tab.id);
  else if (!isSamePage) await chrome.tabs.update(tab.id, { url: wanted.href });
  else {
    // Changing the part after the '#' alone would not load the page, and the page may refuse it to keep a draft.
    const opened = openWorkTab(path);
    await opened.finally(() => chrome.tabs.remove(Number(tab.id)).catch(() => undefined));
    return (await opened).tabId;
  }
  await siteStateOnceLoaded(tab.id, sinceMs);
  return tab.id;
}

/** An old feed, from a cache of the browser or of the site's service worker, does not show a new post. */
async function reloadUncached(tabId: number): Promise<number> {
  const sinceMs = Date.now() - 1;
  await chrome.tabs.reload(tabId, { bypassCache: true });
  await siteStateOnceLoaded(tabId, sinceMs);
  return tabId;
}

/** Afterwards the work tab shows the account again, whatever the feed's page is like. */
export async function onFeed<T>(path: string, read: (tabId: number) => Promise<T>): Promise<T> {
  const tabId = await visit(path);
  try {
    return await read(await reloadUncached(tabId));
  } finally {
    await visit('/').catch(() => undefined);
  }
}

export async function onFeedBeside<T>(path: string, read: (tabId: number) => Promise<T>): Promise<T> {
  // A worker that was ended has left it open.
  await closeSecondTab();
  const sinceMs = Date.now() - 1;
  const tabId = await openTab(new URL(`${siteOrigin}${path}`), SECOND_KEY);
  try {
    await siteStateOnceLoaded(tabId, sinceMs);
    return await read(await reloadUncached(tabId));
  } finally {
    await closeSecondTab();
  }
}

async function closeSecondTab(): Promise<void> {
  const { [SECOND_KEY]: id } = await chrome.storage.session.get(SECOND_KEY);
  await chrome.storage.session.remove(SECOND_KEY);
  if (typeof id === 'number') await chrome.tabs.remove(id).catch(() => undefined);
}

export async function currentSiteState({ freshWithinMs }: { readonly freshWithinMs: number }): Promise<SiteState> {
  const oldestMs = Date.now() - freshWithinMs;
  const tab = await findTab();
  if (tab?.id === undefined) return (await openWorkTab('/')).state;
  const shown =
    tab.status === 'loading'
      ? null
      : await ask(tab.id, { kind: 'site_state', pack: await packInUse(), isWorkTab: true }).catch(() => null);
  if (shown && shown.startedAtMs >= oldestMs) return shown;
  const sinceMs = Date.now() - 1;
  // A page that is still loading is awaited: reloaded at each poll, a slow page would never finish.
  if (tab.status === 'loading') return siteStateOnceLoaded(tab.id, 0);
  await chrome.tabs.reload(tab.id);
  return siteStateOnceLoaded(tab.id, sinceMs);
}
