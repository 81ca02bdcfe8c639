/** A method of an object, so that tests and the replay can replace it. */
export const documentLoads = {
  open: (address: string): void => window.location.assign(address),
  replace: (address: string): void => window.location.replace(address),
};

/** Loads an address as a new document, even if only its fragment differs from the current address. */
export function loadDocument(
  address: string,
  location: Pick<Location, 'href' | 'assign' | 'reload'> = window.location,
): void {
  const current = new URL(location.href);
  const target = new URL(address, current);
  location.assign(address);
  // For an address with a fragment and the current path and query, `assign` only scrolls the current document.
  const isSamePathAndQuery = target.pathname === current.pathname && target.search === current.search;
  if (target.hash !== '' && isSamePathAndQuery) location.reload();
}

/** Whether an address needs the session. The preview does not: it is public, and a screenshot must not wait for it. */
export const needsSession = (pathname: string): boolean => !/^\/screenshot-view(\/|$)/.test(pathname);
