import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { IdChoice } from '../shared/teachTypes.ts';
import { readAccountId } from '../sites/accountId.ts';
import { allIn } from '../sites/dom.ts';
import { isStableName } from './proposeWays.ts';

type IdPlace = SitePack['account']['id'];
const MAX_DEPTH = 4;
const MAX_CHOICES = 12;
const KEY = /^[A-Za-z][A-Za-z0-9_:.-]{0,59}$/;
const SECRET = /sess|token|secret|csrf|xsrf|jwt|passw|credential|bearer/i;

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return null;
  }
}

/** 'user.id' for each value of a JSON text whose name says that it is an id. */
function* idFields(value: unknown, path: readonly string[] = []): Generator<string> {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object') yield* idFields(inner, [...path, key]);
    else if (/id$/i.test(key)) yield [...path, key].join('.');
  }
}

/** Everything on the page whose name says that it may be an id. */
function* places(): Generator<IdPlace> {
  for (const one of document.cookie.split('; ')) yield { cookie: one.split('=')[0] ?? '' };
  for (const key of Object.keys(localStorage)) {
    yield { localStorage: key };
    for (const field of idFields(parsed(localStorage.getItem(key)))) yield { localStorage: key, field };
  }
  for (const meta of allIn(document, 'meta[name]')) {
    const name = meta.getAttribute('name') ?? '';
    if (/id$/i.test(name)) yield { element: [{ css: `meta[name="${name}"]` }], attribute: 'content' };
  }
  for (const tag of ['html', 'body']) {
    const names = document.querySelector(tag)?.getAttributeNames() ?? [];
    for (const attribute of names.filter((one) => one.startsWith('data-')))
      yield { element: [{ css: tag }], attribute };
  }
  for (const script of allIn(document, 'script[type="application/json"]')) {
    const css =
      script.id && isStableName(script.id.replaceAll(/^_+|_+$/g, ''))
        ? `#${script.id}`
        : 'script[type="application/json"]';
    for (const field of idFields(parsed(script.textContent))) yield { json: [{ css }], field };
  }
  yield { username: true };
}

const keyOf = (id: IdPlace): string =>
  'cookie' in id
    ? id.cookie
    : 'element' in id
      ? id.attribute
      : 'username' in id
        ? 'username'
        : (id.field ?? ('json' in id ? '' : id.localStorage));

/** Where the page has values that look like the id of an account, the username last. */
export function accountIds(pack: SitePack, username: string): IdChoice[] {
  const choices = [...places()].flatMap((id) => {
    if (!KEY.test(keyOf(id)) || SECRET.test(keyOf(id))) return [];
    const value = readAccountId({ ...pack.account, id }, username);
    return value ? [{ id, value }] : [];
  });
  return [...choices.slice(0, -1).slice(0, MAX_CHOICES), ...choices.slice(-1)];
}
