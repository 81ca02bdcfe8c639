import { siteChanged } from '../shared/SiteProblem.ts';

/**
 * Waits until `find` finds something, looking again whenever the document changes. Not by polling: Chrome lets a timer in a
 * background tab tick once a minute. Null once `timeoutMs` are over.
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

/** The element, once it is there. Throws SiteProblem 'site_changed', which calls it `what`. */
export async function need(selector: string, what: string, timeoutMs: number): Promise<HTMLElement> {
  const element = await waitFor(() => find(selector), timeoutMs);
  if (!element) throw siteChanged(what);
  return element;
}
