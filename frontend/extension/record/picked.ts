import { SECRET, USERNAME_FIELD } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { PickedAccount, PickedPost } from '../shared/recordTypes.ts';
import { valueIn } from '../sites/addresses.ts';
import { allIn, closest, holds, isVisible, selfAndAncestors, textOf } from '../sites/dom.ts';
import { readAccountId } from '../sites/readAccount.ts';
import { readTime } from '../sites/times.ts';
import { asWays, waysTo, waysToAll } from './proposeWays.ts';

export const pageAddress = () => `${location.pathname}${location.search}${location.hash}`;
const plain = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
const ID_NAME = /(?:^|[._-])(?:u?id|user_?id|member_?(?:no|id)|account_?id|auth_?id|viewer)$/i;
/** The last part of an address that is that of a page, and no username. */
const PAGE = /\.\w{2,5}$|^(?:profile|account|settings|me|my|user|users|home|dashboard|edit|staff)$/i;

/** '/@{username}' for '/@nova' of a link that says 'nova'. Null: its address does not have what it says. */
export function profileOf(link: HTMLAnchorElement, name: string): string | null {
  if (link.origin !== location.origin || name === '') return null;
  const decoded = decodeURIComponent(`${link.pathname}${link.search}${link.hash}`);
  const at = decoded.toLowerCase().lastIndexOf(name.toLowerCase());
  const [before, after] = [decoded[at - 1] ?? '', decoded[at + name.length] ?? '/'];
  if (at < 1 || !/[/=@~:]/.test(before) || !/[/?#&]/.test(after)) return null;
  return `${decoded.slice(0, at)}{username}${decoded.slice(at + name.length)}`;
}

function idPlace(username: string): SitePack['account']['id'] {
  const cookie = document.cookie
    .split('; ')
    .map((one) => one.split('=')[0] ?? '')
    .find(
      (name) => ID_NAME.test(name) && !SECRET.test(name) && readAccountId({ id: { cookie: name } }, username) !== null,
    );
  return cookie === undefined ? { username: true } : { cookie };
}

/** Null: the click was on nothing that could be one. */
export function pickedAccount(clicked: Element): PickedAccount | null {
  const link = closest(clicked, 'a[href]') as HTMLAnchorElement | null;
  const said = textOf(clicked).replace(/^@/, '');
  // Of a link that says another name, such as a real one, the last part of its address.
  const parts = link ? `${link.pathname}${link.hash}`.split(/[/#]/).filter(Boolean) : [];
  const last = decodeURIComponent(parts.at(-1) ?? '').replace(/^[@~]/, '');
  const names = [said, textOf(link).replace(/^@/, ''), ...(PAGE.test(last) ? [] : [last])];
  const picked = (account: PickedAccount['account'], username: string): PickedAccount => ({
    kind: 'account',
    account,
    username,
    address: pageAddress(),
  });
  for (const name of link ? names : []) {
    const profile = link && profileOf(link, name);
    const ways = profile && asWays(waysTo(link, { hasName: false }));
    if (ways && profile) {
      const username = valueIn(link, profile) ?? name;
      return picked({ username: ways, profile, id: idPlace(username) }, username);
    }
  }
  const ways = asWays(waysTo(clicked, { hasName: false }));
  if (!ways || said === '' || said.length > 60 || /\s/.test(said)) return null;
  return picked({ username: ways, id: idPlace(said) }, said);
}

/** Addresses at which the pages of many sites ask who is logged in. The answer is about this account and no other one. */
const ASKS_WHO = /\/(?:me|self|whoami|viewer|current[-_]?user|session)\/?$/i;

/** 'user.slug' in `{ user: { slug: 'nova' } }` for the value 'nova'. Null: the answer does not have it. */
function fieldWith(answer: unknown, username: string, path = ''): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  for (const [key, value] of Object.entries(answer)) {
    const found =
      value === username && USERNAME_FIELD.test(key) ? `${path}${key}` : fieldWith(value, username, `${path}${key}.`);
    if (found) return found;
  }
  return null;
}

/** Scripts show a menu, so that its account is on no page as it is served: the site is asked as its own pages ask it. */
export async function answeredAccount(picked: PickedAccount): Promise<PickedAccount> {
  const asked = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && ASKS_WHO.test(pathname));
  for (const path of new Set(asked.map(({ pathname }) => pathname))) {
    const asking = fetch(new URL(path, location.origin), { cache: 'no-store' }).then((one) => one.json());
    const answer: unknown = await asking.catch(() => null);
    const field = fieldWith(answer, picked.username);
    const { id } = picked.account;
    if (field) return { ...picked, account: { path, field, username: [{ css: 'body' }], id } };
  }
  return picked;
}

/** Of several around each other the outermost, because links and other parts of a text are inside. */
function textIn(card: Element, text: string): Element | null {
  const begin = plain(text).slice(0, 20);
  const holders = [card, ...allIn(card, '*')].filter((one) => isVisible(one) && plain(textOf(one)).includes(begin));
  const inner =
    holders.findLast((one) => !one.matches('a, h1 a, h2 a, h3 a') || holders.length === 1) ?? holders.at(-1);
  return inner
    ? (holders.find((one) => holds(one, inner) && plain(one.textContent ?? '') === plain(inner.textContent ?? '')) ??
        inner)
    : null;
}

function timeIn(card: Element): Element | null {
  const locales = [document.documentElement.lang || 'en', 'en'];
  const timed = allIn(card, 'time, [datetime], [title], a, span, abbr, td, small, p, div').filter(
    (one) => textOf(one).length <= 60,
  );
  const read = (one: Element) => readTime(one, locales, undefined);
  const marked = timed.find((one) => one.matches('time, [datetime]') && read(one));
  if (marked) return marked;
  const found = timed.map((one) => ({ one, range: read(one) })).filter(({ range }) => range !== null);
  return (found.findLast(({ range }) => !range?.isDay) ?? found.at(-1))?.one ?? null;
}

/** '/{*}/{*}/{*}/{id}/' for '/2026/11/28/hello/': the part that names the post. Null: a number or a UUID in the path does. */
export function addressForm({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string | null {
  // '/File:{id}': a wiki has pages of other kinds at the same place.
  const last = (path: string) => path.replace(/([^/:]+:)?[^/]+(\/?)$/, '$1{id}$2');
  const dated = (path: string) => path.replaceAll(/(?<=\/)\d{1,4}(?=\/)/g, '{*}');
  const query = /^\?(\w+)=[^&]+/.exec(search)?.[1];
  if (hash.length > 2) return `${pathname}#${last(hash.slice(1))}`;
  if (query !== undefined && /^(?:p|id|post|title|curid|oldid|page_id)$/.test(query))
    return `${pathname}?${query}={id}`;
  const numbers = pathname.split('/').filter((part) => /^\d{5,30}$/.test(part) || /^[0-9a-f-]{36}$/i.test(part));
  return numbers.length === 1 ? null : last(dated(pathname));
}

export function pickedPost(clicked: Element, text: string): PickedPost | null {
  const cards = [...selfAndAncestors(clicked)].filter(
    (one) => !one.matches('html, body') && textIn(one, text) !== null,
  );
  const isWhole = (one: Element) => timeIn(one) !== null && allIn(one, 'a[href]').length > 0;
  const card = cards.find(isWhole) ?? cards[0];
  if (!card) return null;
  const time = timeIn(card);
  const links = allIn(card, 'a[href]').filter(
    (one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement && one.origin === location.origin,
  );
  const own = textIn(card, text);
  const link =
    links.find((one) => time && (one === time || one.contains(time))) ??
    links.find((one) => plain(textOf(one)) !== '' && plain(text).startsWith(plain(textOf(one)).slice(0, 20))) ??
    links.find((one) => own?.contains(one)) ??
    links[0];
  const image = allIn(card, 'img').sort((a, b) => b.clientWidth - a.clientWidth)[0];
  const inCard = (element: Element | null | undefined) =>
    element ? asWays(waysTo(element, { scope: card, hasName: false })) : null;
  return {
    kind: 'post',
    post: asWays(waysToAll(card)),
    text: inCard(own),
    time: inCard(time),
    link: inCard(link),
    image: image && image.clientWidth > 60 ? inCard(image) : null,
    form: link ? addressForm(link) : null,
    address: pageAddress(),
  };
}
