import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { Draft, Place, Survey } from '../shared/teachTypes.ts';
import { WORK_TAB_MARK } from '../shared/workTabMark.ts';
import { readAccountId } from '../sites/accountId.ts';
import { valueIn, withUsername } from '../sites/addresses.ts';
import { isVisible } from '../sites/dom.ts';
import { findAll, findOne } from '../sites/findElements.ts';
import { feedOrProblem } from '../sites/readFeed.ts';
import { accountIds } from './accountIds.ts';
import { at } from './draft.ts';
import { QUESTIONS, type Question, waysPath } from './questions.ts';

type Ways = SitePack['composer']['root'];
type Pack = Draft['pack'];

const tryTo = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

export const waysAt = (pack: Pack, path: string): Ways | null => {
  const ways = at(pack, path);
  return Array.isArray(ways) && ways.length > 0 ? (ways as Ways) : null;
};

/** Where the extension looks for an element: in what it belongs to, if that holds `element`. */
export function scopeOf(pack: Pack, { path, place, within }: Question, element?: Element): Document | Element {
  const paths = [within, place === 'composer' && !['composer.root', 'composer.open'].includes(path) && 'composer.root'];
  for (const one of paths) {
    const ways = one ? waysAt(pack, one) : null;
    const found =
      ways && findAll(ways, document).find((outer) => !element || (outer !== element && outer.contains(element)));
    if (found) return found;
  }
  return document;
}

/** The username in the address of the account's link. */
function usernameIn(pack: Pack): string | null {
  const profile = at(pack, 'account.profile');
  const ways = waysAt(pack, 'account.link');
  const usernameOf = (link: Element) =>
    link instanceof HTMLAnchorElement && typeof profile === 'string' ? valueIn(link, profile) || null : null;
  const link = ways && findOne(ways, document, (one) => usernameOf(one) !== null);
  return link ? usernameOf(link) : null;
}

function countsOf(pack: Pack, username: string | null): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const question of QUESTIONS) {
    const ways = waysAt(pack, waysPath(question));
    if (!ways) continue;
    const { place, path } = question;
    const scope = place === 'feed' ? scopeOf(pack, question) : document;
    counts[path] = tryTo(() => findAll(ways, scope).length) ?? 0;
  }
  counts['account.link'] = username ? 1 : 0;
  const account = at(pack, 'account') as SitePack['account'];
  counts['account.id'] = username && tryTo(() => readAccountId(account, username)) ? 1 : 0;
  return counts;
}

/** What this page shows of the pack. It presses nothing. */
export function survey(pack: Pack): Survey {
  const username = usernameIn(pack);
  const isAt = (path: string) => {
    const form = at(pack, path);
    return typeof form === 'string' && valueIn(location, withUsername(form, username ?? '')) !== null;
  };
  const hasField = [...document.querySelectorAll('textarea, [contenteditable]')].some(isVisible);
  const counts = countsOf(pack, username);
  const isFeed = isAt('feed.path') && !isAt('composer.path');
  const places: Place[] = [
    'account',
    ...(!isFeed && (hasField || (counts['composer.text'] ?? 0) > 0) ? (['composer'] as const) : []),
    ...(isFeed ? (['feed'] as const) : []),
  ];
  const feed = isFeed ? tryTo(() => feedOrProblem(pack as unknown as SitePack)) : null;
  const { pathname, search, hash } = location;
  const shown = `${pathname}${search}${hash === WORK_TAB_MARK ? '' : hash}`;
  return {
    startedAtMs: performance.timeOrigin,
    username,
    address: username ? shown.replaceAll(username, '{username}') : shown,
    places,
    counts,
    ids: accountIds(pack as unknown as SitePack, username ?? ''),
    feedProblem: typeof feed === 'string' ? feed : null,
  };
}
