import { useSyncExternalStore } from 'react';
import { inEffect } from '../switches.ts';
import { boot, on, profileAddress } from './boot.ts';

const CHANGED = 'addresschange';

const currentAddress = () => location.pathname + location.search + location.hash;

function subscribe(listener: () => void): () => void {
  for (const name of ['popstate', CHANGED]) addEventListener(name, listener);
  return () => {
    for (const name of ['popstate', CHANGED]) removeEventListener(name, listener);
  };
}

/** Path, query and hash of the page. */
export const useAddress = (): string => useSyncExternalStore(subscribe, currentAddress, () => boot.address);

/** Shows another page without loading it. */
export function navigate(address: string): void {
  history.pushState(null, '', address);
  dispatchEvent(new Event(CHANGED));
}

export type Route =
  | { readonly page: 'home' | 'compose' | 'unknown' }
  | { readonly page: 'list'; readonly title: string }
  | { readonly page: 'profile'; readonly username: string }
  | { readonly page: 'post'; readonly id: string };

const LISTS: Readonly<Record<string, string>> = { '/notifications': 'Notifications', '/messages': 'Messages' };

/** The page at an address. The profile has one of five forms of address. */
export function routeOf(address: string): Route {
  const { pathname, searchParams, hash } = new URL(address, 'http://site');
  const names = [pathname.slice(1), /^\/(?:@|u\/)(\w+)$/.exec(pathname)?.[1], hash.slice(2), searchParams.get('user')];
  // As elsewhere on the web, a part after '#' that the site does not use itself changes nothing.
  const shown = inEffect('profile', on) === 'profile-hash' ? address : address.split('#')[0];
  const username = names.find((name) => name && profileAddress(name) === shown);
  const list = LISTS[pathname];
  const id = /^\/p\/([\w-]+)$/.exec(pathname)?.[1];
  if (list) return { page: 'list', title: list };
  if (id) return { page: 'post', id };
  if (pathname === '/compose' && !on('composer-no-address')) return { page: 'compose' };
  if (username && username !== 'compose') return { page: 'profile', username };
  return { page: pathname === '/' ? 'home' : 'unknown' };
}
