import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { fieldOf, readAccountId } from './accountId.ts';
import { valueIn } from './addresses.ts';
import { dismissNotes } from './dismissNotes.ts';
import { parentOf, textOf, waitFor } from './dom.ts';
import { findOne, isReady, pageMs } from './findElements.ts';
import { isInMessageBox, mayPressAgain, namedIn, pressControl } from './pressable.ts';
import { loggedOut, SiteProblem, siteChanged } from './SiteProblem.ts';
import type { SiteCounts, SitePage } from './site.ts';

const MAX_NAME_LENGTH = 100;
/** Also '@name'. */
const USERNAME = /^@?([^\s@/][^@/]{0,59})$/u;
/** Most sites ask for a password to log in. */
const PASSWORD_FIELD: SitePackWays = [{ css: 'input[type="password"]' }];
const MAX_ADDRESS_LENGTH = 2_000;
const NEAR = 2;

/** Nothing more is read of it. */
interface Shown {
  readonly element: HTMLElement;
  readonly username: string;
}

/** As the site serves it now, or an answer as such a page. The content script loads nothing else. */
export async function servedPage(
  { path = '/', field }: SitePack['account'],
  signal: AbortSignal | null = null,
): Promise<Document> {
  const answer = await fetch(new URL(path, location.origin), { cache: 'no-store', signal });
  if (answer.status >= 500)
    throw new SiteProblem('site_failing', `The creator site answered with an error (${answer.status}).`);
  if (field === undefined) return new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (answer.status === 401 || answer.status === 403) throw loggedOut();
  const page = document.implementation.createHTMLDocument();
  page.body.textContent = String(fieldOf(await answer.text(), field) ?? '');
  return page;
}

const accountPlace = async ({ account }: SitePack): Promise<Document> =>
  account.path === undefined || valueIn(location, account.path) !== null ? document : servedPage(account);

function findShown(pack: SitePack, place: Document): Shown | null {
  // Of an answer it is the whole text, which on a page could be anything.
  if (pack.account.field !== undefined && place === document) return null;
  const isAccount = (element: Element) => usernameOf(element, pack) !== null && !isInMessageBox(element);
  const element = findOne(pack.account.username, place, isAccount);
  return element && { element, username: usernameOf(element, pack) ?? '' };
}

function usernameOf(element: Element, { account: { profile } }: SitePack): string | null {
  if (profile === undefined) return USERNAME.exec(textOf(element))?.[1] ?? null;
  if (!(element instanceof HTMLElement) || element.localName !== 'a') return null;
  const address = new URL(element.getAttribute('href') ?? '', location.href);
  return address.origin === location.origin ? valueIn(address, profile) || null : null;
}

/** It is pressed again afterwards. */
let menuButton: HTMLElement | null = null;

function openMenu(pack: SitePack): void {
  const { open } = pack.account;
  const control = open && namedIn(document, open);
  if (!control || !mayPressAgain(control)) return;
  pressControl(control, "The account menu's button", pack);
  menuButton = control;
}

function closeMenu(): void {
  if (menuButton?.isConnected) pressControl(menuButton, "The account menu's button", {});
  menuButton = null;
}

const isLoginShown = ({ account: { loginForm } }: SitePack, place: Document): boolean =>
  findOne(loginForm ?? PASSWORD_FIELD, place) !== null;

/** Notes are dismissed in the extension's own window only. */
export async function isLoggedIn(pack: SitePack, { mayDismiss }: { readonly mayDismiss: boolean }): Promise<boolean> {
  const place = await accountPlace(pack);
  const state = await waitFor(() => {
    if (mayDismiss) dismissNotes(pack);
    if (!isReady(pack)) return null;
    if (findShown(pack, place)) return 'in';
    if (isLoginShown(pack, place)) return 'out';
    openMenu(pack);
    return null;
  }, pageMs(pack));
  if (!state) throw siteChanged('The account', 'account.username');
  return state === 'in';
}

/** No part that holds more. */
function nearestAround(element: Element): Element {
  let around = element;
  for (let level = 0; level < NEAR; level++) {
    const next = parentOf(around);
    if (!next || next.matches('html, body, main') || isInMessageBox(next)) break;
    around = next;
  }
  return around;
}

export async function readPage(pack: SitePack): Promise<SitePage> {
  const place = await accountPlace(pack);
  await waitFor(() => {
    const shown = findShown(pack, place);
    return shown && readAccountId(pack.account, shown.username, place);
  }, pageMs(pack));
  try {
    return pageNow(pack, place);
  } finally {
    closeMenu();
  }
}

/** Throws SiteProblem when something is missing. */
export function pageNow(pack: SitePack, place = document): SitePage {
  const { account } = pack;
  const shown = findShown(pack, place);
  if (!shown) throw siteChanged('The account', 'account.username');
  const { username, element } = shown;
  const creatorId = readAccountId(account, username, place);
  if (!creatorId) throw siteChanged("The account's id", 'account.id');
  const around = nearestAround(element);
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
