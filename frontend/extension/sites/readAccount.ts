import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { readAccountId } from './accountId.ts';
import { valueIn } from './addresses.ts';
import { dismissNotes } from './dismissNotes.ts';
import { parentOf, textOf, waitFor } from './dom.ts';
import { findOne } from './findElements.ts';
import { isReady, pageMs } from './pageReady.ts';
import { isInMessageBox, mayPressAgain, namedIn, pressControl } from './pressable.ts';
import { siteChanged } from './SiteProblem.ts';
import type { SiteCounts, SitePage } from './site.ts';

const MAX_NAME_LENGTH = 100;
const MAX_ADDRESS_LENGTH = 2_000;
/** How far around the link the name and the avatar may be. */
const NEAR = 2;

/** The link to the account: its path is the username, and nothing more is read of it. */
function findLink(pack: SitePack, page = document): HTMLAnchorElement | null {
  const isProfile = (element: Element) => usernameOf(element, pack) !== null && !isInMessageBox(element);
  const link = findOne(pack.account.link, page, isProfile);
  return link as HTMLAnchorElement | null;
}

function usernameOf(link: Element, { account }: SitePack): string | null {
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return null;
  return valueIn(link, account.profile) || null;
}

/** The button of the menu that the extension has opened to find the link. It is pressed again afterwards. */
let menuButton: HTMLElement | null = null;

/** Presses what opens the menu with the link. */
function openMenu({ account: { open } }: SitePack): void {
  const control = open && namedIn(document, open);
  if (!control || !mayPressAgain(control)) return;
  pressControl(control, "The account menu's button");
  menuButton = control;
}

function closeMenu(): void {
  if (menuButton?.isConnected) pressControl(menuButton, "The account menu's button");
  menuButton = null;
}

/** Waits until the page shows it. Notes that are in the way are dismissed in the extension's own window only. */
export async function isLoggedIn(pack: SitePack, { mayDismiss }: { readonly mayDismiss: boolean }): Promise<boolean> {
  const state = await waitFor(() => {
    if (mayDismiss) dismissNotes(pack);
    if (!isReady(pack)) return null;
    if (findLink(pack)) return 'in';
    if (findOne(pack.account.loginForm, document)) return 'out';
    openMenu(pack);
    return null;
  }, pageMs(pack));
  if (!state) throw siteChanged('The account menu');
  return state === 'in';
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
  await waitFor(() => {
    const link = findLink(pack);
    return link && readAccountId(pack.account, usernameOf(link, pack) ?? '');
  }, pageMs(pack));
  try {
    return pageNow(pack);
  } finally {
    closeMenu();
  }
}

/** What the page shows now, or another document of the site. Throws SiteProblem when something is missing. */
export function pageNow(pack: SitePack, page = document): SitePage {
  const { account } = pack;
  const link = findLink(pack, page);
  if (!link) throw siteChanged('The account menu');
  const username = usernameOf(link, pack) ?? '';
  const creatorId = readAccountId(account, username, page);
  if (!creatorId) throw siteChanged("The account's id");
  const around = nearestAround(link);
  const near = (ways: SitePackWays | undefined) => ways && findOne(ways, around);
  const name = textOf(near(account.name) ?? null);
  const avatar = near(account.avatar);
  const address = avatar instanceof HTMLImageElement ? avatar.src : '';
  return {
    creatorId,
    name: name.length > MAX_NAME_LENGTH ? '' : name,
    username,
    avatarUrl: /^https?:/.test(address) && address.length <= MAX_ADDRESS_LENGTH ? address : null,
  };
}

/** '99+' is 99, '1,204' is 1204. Anything but a number is 0. */
function countOf(ways: SitePackWays | undefined): number {
  const text = ways ? textOf(findOne(ways, document)).replaceAll(/[\s.,]/g, '') : '';
  return Number(/^(\d{1,6})\+?$/.exec(text)?.[1] ?? 0);
}

export const readCounts = ({ account: { counts } }: SitePack): SiteCounts => ({
  home: countOf(counts?.home),
  notifications: countOf(counts?.notifications),
  messages: countOf(counts?.messages),
});
