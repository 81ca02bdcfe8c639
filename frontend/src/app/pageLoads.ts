/** Real loads of a document, where a change of the address within the app would not do; replaced in tests. */
export const pageLoads = {
  replace: (address: string): void => window.location.replace(address),
};

/** Loads an address as a document of its own, whatever is shown now. */
export function loadDocument(
  address: string,
  location: Pick<Location, 'href' | 'assign' | 'reload'> = window.location,
): void {
  const here = new URL(location.href);
  const there = new URL(address, here);
  location.assign(address);
  // With nothing new before its fragment, an address scrolls the document that is there instead of loading one.
  const isSameDocument = there.pathname === here.pathname && there.search === here.search;
  if (there.hash !== '' && isSameDocument) location.reload();
}
