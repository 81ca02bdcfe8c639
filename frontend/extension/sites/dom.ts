import { siteChanged } from '../shared/SiteProblem.ts';

/**
 * Waits until `find` finds something, trying again whenever the document changes. It does not poll, because Chrome runs timers of a
 * background tab once a minute. Null after `timeoutMs`.
 */
export function waitFor<T>(find: () => T | null | undefined, timeoutMs: number): Promise<T | null> {
  const now = find();
  if (now) return Promise.resolve(now);
  return new Promise((resolve) => {
    const end = (found: T | null) => {
      observer.disconnect();
      document.removeEventListener('readystatechange', look);
      clearTimeout(timer);
      resolve(found);
    };
    const look = () => {
      const found = find();
      if (found) end(found);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    document.addEventListener('readystatechange', look);
    const timer = setTimeout(() => end(find() ?? null), timeoutMs);
  });
}

export const find = (selector: string) => document.querySelector<HTMLElement>(selector);
export const findAll = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
export const textOf = (element: Element | null) => element?.textContent?.trim() ?? '';

/** Waits for an element. Throws SiteProblem 'site_changed', whose sentence names it as `what`. */
export async function need(selector: string, what: string, timeoutMs: number): Promise<HTMLElement> {
  const element = await waitFor(() => find(selector), timeoutMs);
  if (!element) throw siteChanged(what);
  return element;
}
