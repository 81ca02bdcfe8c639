import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { valueIn } from './addresses.ts';
import { parentOf, textOf, waitFor } from './dom.ts';
import { findOne, isReady, pageMs } from './findElements.ts';
import { dismissNotes, isInMessageBox, mayPressAgain, namedIn, pressControl } from './pressable.ts';
import { loggedOut, type SiteCounts, type SitePage, SiteProblem, siteChanged } from './site.ts';

/** A number, a UUID, and three usual forms of short ids. Anything else could be a secret. */
const FORMS = [
  /^\d{1,20}$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{24}$/,
  /^[0-9A-HJKMNP-TV-Z]{26}$/,
  /^[a-z]{2,8}_[A-Za-z0-9]{6,26}$/,
];

export function fieldOf(json: string | null, field: string): unknown {
  try {
    return field.split('.').reduce<unknown>((value, key) => Object(value)[key], JSON.parse(json ?? ''));
  } catch {
    return undefined;
  }
}

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .map((one) => one.split('='))
    .find(([key]) => key === name)?.[1];

function rawValue(id: SitePack['account']['id'], username: string, place: Document): unknown {
  if ('cookie' in id) return cookie(id.cookie);
  if ('element' in id) return findOne(id.element, place)?.getAttribute(id.attribute);
  if ('username' in id) return username;
  if ('json' in id) {
    const script = findOne(id.json, place, (element) => element.localName === 'script');
    return fieldOf(script?.textContent ?? null, id.field);
  }
  const stored = localStorage.getItem(id.localStorage);
  return id.field === undefined ? stored : fieldOf(stored, id.field);
}

/** A switch of the account in one of the tabs is then seen at once. */
const isSharedByTabs = ({ id }: SitePack['account']): boolean => 'cookie' in id || 'localStorage' in id;

/** Null: there is none, or what the pack means is not an id. */
export function readAccountId(
  { id }: Pick<SitePack['account'], 'id'>,
  username: string,
  place = document,
): string | null {
  const value = rawValue(id, username, place);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return 'username' in id || FORMS.some((form) => form.test(text)) ? text : null;
}

const MAX_NAME_LENGTH = 100;
const USERNAME = /^@?([^\s@/][^@/]{0,59})$/u;
/** Most sites ask for a password to log in. */
const PASSWORD_FIELD: SitePackWays = [{ css: 'input[type="password"]' }];
const MAX_ADDRESS_LENGTH = 2_000;
const NEAR = 2;

/** As the site serves it now, or an answer as such a page. The content script loads nothing else. */
async function servedPage(
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

function findShown(pack: SitePack, place: Document) {
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

/** Notes are dismissed in the extension's own window only. */
export async function isLoggedIn(pack: SitePack, { mayDismiss }: { readonly mayDismiss: boolean }): Promise<boolean> {
  const place = await accountPlace(pack);
  const state = await waitFor(() => {
    if (mayDismiss) dismissNotes(pack);
    if (!isReady(pack)) return null;
    if (findShown(pack, place)) return 'in';
    if (findOne(pack.account.loginForm ?? PASSWORD_FIELD, place)) return 'out';
    openMenu(pack);
    return null;
  }, pageMs(pack));
  if (!state) throw siteChanged('The account', 'account.username');
  return state === 'in';
}

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

function pageNow(pack: SitePack, place = document): SitePage {
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

const LOAD_MS = 5_000;

export type Account = Pick<SitePage, 'creatorId'> & { readonly username: string | null };

/** Null: it cannot be read there, as in one that scripts have yet to fill. */
export function accountIn(pack: SitePack, page = document): Account | null {
  try {
    const { creatorId, username } = pageNow(pack, page);
    return { creatorId, username };
  } catch {
    return null;
  }
}

/** A document shows the account that it was loaded with, so one is loaded now. */
async function loadedAccount(pack: SitePack): Promise<Account | null> {
  try {
    return accountIn(pack, await servedPage(pack.account, AbortSignal.timeout(LOAD_MS)));
  } catch {
    return null;
  }
}

/** Only a page that is loaded now says which account the site acts for. */
export const isAccountServed = async (pack: SitePack): Promise<boolean> =>
  !isSharedByTabs(pack.account) && (await loadedAccount(pack)) !== null;

/** Null also if it cannot be read; with `isServed` that throws SiteProblem. */
export async function otherAccount(pack: SitePack, creatorId: string, isServed = false): Promise<Account | null> {
  const shared = isSharedByTabs(pack.account) ? readAccountId(pack.account, '') : null;
  if (shared === creatorId) return null;
  const loaded = await loadedAccount(pack);
  if (isServed && !loaded) {
    throw new SiteProblem('not_pressed', 'The creator site does not show the account any more, so nothing was posted.');
  }
  const now = shared === null ? (loaded ?? accountIn(pack)) : { creatorId: shared, username: loaded?.username ?? null };
  return now && now.creatorId !== creatorId ? now : null;
}

export const wrongAccount = ({ username }: Pick<Account, 'username'>): SiteProblem =>
  new SiteProblem(
    'wrong_account',
    `The creator site is logged in as ${username === null ? 'another account' : `@${username}, which is another account`}.`,
  );

/** Called in the same task as a press. */
export function checkSharedAccount({ account }: SitePack, creatorId: string): void {
  if (!isSharedByTabs(account)) return;
  const id = readAccountId(account, '');
  if (id === null) throw loggedOut();
  if (id !== creatorId) throw wrongAccount({ username: null });
}
