/* Parts of a page's address that the pack does not have, such as other parameters, are ignored. */

/** Letters of any script, as addresses have them when they are decoded. */
const VALUE = '([^/?#&=\\s]{1,200})';
const ANY = '[^/?#&=\\s]{1,200}';
export const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function match(text: string, form: string): string | null {
  const parts = form
    .split(/(\{\w+\}|\{\*\})/)
    .map((part, n) => (n % 2 === 0 ? escaped(part) : part === '{*}' ? ANY : VALUE));
  const found = new RegExp(`^${parts.join('')}$`, 'u').exec(decodeURIComponent(text));
  return found && (found[1] ?? '');
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');

/** '' for a form without a placeholder. Null: it is another address. */
export function valueIn(address: URL | HTMLAnchorElement | Location, form: string): string | null {
  const [beforeHash = '', hash] = form.split('#');
  const [path = '', query = ''] = beforeHash.split('?');
  const given = new URLSearchParams(address.search);
  try {
    const values = [
      match(withoutSlash(address.pathname), withoutSlash(path)),
      ...[...new URLSearchParams(query)].map(([name, value]) => match(given.get(name) ?? '', value)),
      ...(hash === undefined ? [] : [match(withoutSlash(address.hash.slice(1)), withoutSlash(hash))]),
    ];
    return values.includes(null) ? null : (values.find((value) => value !== '') ?? '');
  } catch {
    // The address has a '%' that encodes nothing.
    return null;
  }
}

export const withUsername = (form: string, username: string): string =>
  form.replaceAll('{username}', encodeURIComponent(username));

const NUMBER = /^\d{1,30}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const YEAR = /^(?:19|20)\d\d$/;
const MAX_ID_LENGTH = 200;

/** Of a path with several ids, or whose only number may be a year, it is the path itself: '/2026/11/28/slug'. */
export function postIdIn(link: Element | Location | null, form?: string): string | null {
  if (!(link instanceof HTMLAnchorElement || link === location) || link.origin !== location.origin) return null;
  if (form !== undefined) return valueIn(link, form) || null;
  const parts = link.pathname.split('/');
  const uuids = parts.filter((part) => UUID.test(part));
  const [id, ...others] = uuids.length > 0 ? uuids : parts.filter((part) => NUMBER.test(part));
  if (id === undefined || (others.length === 0 && !YEAR.test(id))) return id ?? null;
  return link.pathname.length <= MAX_ID_LENGTH ? withoutSlash(link.pathname) : null;
}
