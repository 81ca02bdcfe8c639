/** Real loads of a document, where a change of the address within the app would not do; replaced in tests. */
export const pageLoads = {
  replace: (address: string): void => window.location.replace(address),
};
