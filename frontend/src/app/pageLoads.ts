/** Loads a document, where navigation within the app is not enough. Replaced in tests and in the replay. */
export const pageLoads = {
  replace: (address: string): void => window.location.replace(address),
};

/** Loads an address as a new document, even if only its fragment differs from the current address. */
export function loadDocument(
  address: string,
  location: Pick<Location, 'href' | 'assign' | 'reload'> = window.location,
): void {
  const here = new URL(location.href);
  const there = new URL(address, here);
  location.assign(address);
  // If only the fragment differs, `assign` scrolls the current document instead of loading one.
  const isSameDocument = there.pathname === here.pathname && there.search === here.search;
  if (there.hash !== '' && isSameDocument) location.reload();
}
