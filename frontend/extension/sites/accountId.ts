import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { findOne } from './findElements.ts';

/** A number, a UUID, and three usual forms of short ids. Anything else could be a secret. */
const FORMS = [
  /^\d{1,20}$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{24}$/,
  /^[0-9A-HJKMNP-TV-Z]{26}$/,
  /^[a-z]{2,8}_[A-Za-z0-9]{6,26}$/,
];

/** The value at 'user.id' of a JSON text. */
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
export const isSharedByTabs = ({ id }: SitePack['account']): boolean => 'cookie' in id || 'localStorage' in id;

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
