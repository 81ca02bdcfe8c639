import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { isSharedByTabs, readAccountId } from './accountId.ts';
import { pageNow, servedPage } from './readAccount.ts';
import { loggedOut, SiteProblem } from './SiteProblem.ts';

const LOAD_MS = 5_000;

export interface Account {
  readonly creatorId: string;
  readonly username: string | null;
}

/** Null: it can not be read there, as in one that scripts have yet to fill. */
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

/** Null also if it can not be read; with `isServed` that throws SiteProblem. */
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
