/**
 * Blocks all requests of this document except for the app's own files, by a Content-Security-Policy. The replayed app
 * can therefore not call a server. Images of flyers are blocked too; a log does not contain them.
 */
export function blockNetwork(doc: Document): void {
  const { origin } = window.location;
  const policy = doc.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = [
    "connect-src 'none'",
    "form-action 'none'",
    "media-src 'none'",
    `img-src ${origin}/assets/ ${origin}/favicon.svg ${origin}/avatar.jpg data:`,
  ].join('; ');
  doc.head.append(policy);
}

/** Always empty: a value that was stored at a later moment must not affect an earlier one. */
const EMPTY_STORAGE: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() {},
  removeItem() {},
  clear() {},
};

/** Replaces the storage of this document. The replayed app neither reads nor changes the browser's storage. */
export function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, { get: () => EMPTY_STORAGE });
}
