import { USERNAME_FIELD } from '@flyerdeck/contracts/checkSitePack';
import type { PickedAccount } from '../shared/recordTypes.ts';

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

/**
 * An account that was clicked in a menu, as the site answers its own pages. Scripts show such a menu, so that the account is on no page as
 * it is served. Without such an answer it is the account as it was clicked.
 */
export async function answeredAccount(picked: PickedAccount): Promise<PickedAccount> {
  const asked = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && ASKS_WHO.test(pathname));
  for (const path of new Set(asked.map(({ pathname }) => pathname))) {
    const answer: unknown = await fetch(path, { cache: 'no-store' })
      .then(
        (one) => one.json(),
        () => null,
      )
      .catch(() => null);
    const field = fieldWith(answer, picked.username);
    if (field) {
      const { id } = picked.account;
      return { ...picked, account: { path, field, username: [{ css: 'body' }], id } };
    }
  }
  return picked;
}
