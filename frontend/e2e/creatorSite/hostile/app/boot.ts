import type { Account } from '../../SiteRecords.ts';
import { inEffect, type SwitchName } from '../switches.ts';

/** What the server tells a page when it is loaded. */
export interface Boot {
  readonly on: readonly SwitchName[];
  /** Path, query and hash that the server saw. */
  readonly address: string;
  readonly viewer: (Pick<Account, 'username' | 'name' | 'counts'> & { readonly share: number }) | null;
  /** The account has to pass the captcha first. */
  readonly isCaptcha: boolean;
  /** Other class names at each start of the site. */
  readonly seed: string;
  readonly hydrationMs: number;
  readonly uploadMs: number;
  readonly toastMs: number;
  readonly shownCharacters: number;
}

/** Of the page that is being drawn. The server draws one page at a time. */
export let boot: Boot;

export function setBoot(next: Boot): void {
  boot = next;
}

export const on = (name: SwitchName): boolean => boot.on.includes(name);

export const profileAddress = (username: string): string => {
  const addresses = {
    'profile-at': `/@${username}`,
    'profile-u': `/u/${username}`,
    'profile-hash': `/#/${username}`,
    'profile-query': `/profile?user=${username}`,
  };
  const form = inEffect('profile', on);
  return form ? addresses[form] : `/${username}`;
};

/** FNV-1a, as libraries for styles in scripts use it. */
const hashed = (text: string) => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
};

/** The class name that the style sheet has for a name: it says nothing, and changes with each start. */
export const className = (seed: string, name: string): string => `x${hashed(seed + name)}`;
export const cls = (...names: string[]): string => names.map((name) => className(boot.seed, name)).join(' ');
