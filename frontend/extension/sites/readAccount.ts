import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { siteChanged } from '../shared/SiteProblem.ts';
import { pageSeconds } from '../shared/waits.ts';
import { isInMessageBox } from './Composer.ts';
import { need, parentOf, textOf, waitFor } from './dom.ts';
import { findOne } from './findElements.ts';
import type { SiteCounts, SitePage } from './site.ts';

const USERNAME = /^\/([\w.-]{1,100})\/?$/;
/** An account's id. Other cookies have other values. */
const ACCOUNT_ID = /^\d{1,20}$/;
const MAX_NAME_LENGTH = 100;
const MAX_ADDRESS_LENGTH = 2_000;
/** How far around the link the name and the avatar may be. */
const NEAR = 2;

/** The link to the account: its path is the username, and nothing more is read of it. */
function findLink({ account }: SitePack): HTMLAnchorElement | null {
  const link = findOne(account.link, document, (element) => usernameOf(element) !== null && !isInMessageBox(element));
  return link as HTMLAnchorElement | null;
}

function usernameOf(link: Element): string | null {
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return null;
  return USERNAME.exec(link.pathname)?.[1] ?? null;
}

export async function isLoggedIn(pack: SitePack): Promise<boolean> {
  const state = await waitFor(() => {
    if (findLink(pack)) return 'in';
    return findOne(pack.account.loginForm, document) ? 'out' : null;
  }, pageSeconds * 1000);
  if (!state) throw siteChanged('The account menu');
  return state === 'in';
}

function accountId({ account }: SitePack): string | null {
  const [, value] =
    document.cookie
      .split('; ')
      .map((one) => one.split('='))
      .find(([name]) => name === account.idCookie) ?? [];
  return value !== undefined && ACCOUNT_ID.test(value) ? value : null;
}

/** The closest elements around the link, but no part that holds more than the account. */
function nearestAround(link: Element): Element {
  let around = link;
  for (let level = 0; level < NEAR; level++) {
    const next = parentOf(around);
    if (!next || next.matches('html, body, main') || isInMessageBox(next)) break;
    around = next;
  }
  return around;
}

export async function readPage(pack: SitePack): Promise<SitePage> {
  const link = await need(() => findLink(pack), 'The account menu', pageSeconds * 1000);
  const creatorId = accountId(pack);
  if (!creatorId) throw siteChanged("The account's id");
  const around = nearestAround(link);
  const near = (ways: SitePackWays) => findOne(ways, around);
  const name = textOf(near(pack.account.name));
  const avatar = near(pack.account.avatar);
  const address = avatar instanceof HTMLImageElement ? avatar.src : '';
  return {
    creatorId,
    name: name.length > MAX_NAME_LENGTH ? '' : name,
    username: usernameOf(link) ?? '',
    avatarUrl: /^https?:/.test(address) && address.length <= MAX_ADDRESS_LENGTH ? address : null,
  };
}

/** '99+' is 99, '1,204' is 1204. Anything but a number is 0. */
function countOf(ways: SitePackWays): number {
  const text = textOf(findOne(ways, document)).replaceAll(/[\s.,]/g, '');
  return Number(/^(\d{1,6})\+?$/.exec(text)?.[1] ?? 0);
}

export const readCounts = ({ account: { counts } }: SitePack): SiteCounts => ({
  home: countOf(counts.home),
  notifications: countOf(counts.notifications),
  messages: countOf(counts.messages),
});
