/**
 * From here on the browser itself lets nothing out of this document and loads nothing into it but the app's own files:
 * what is replayed asks no server, whatever it tries. Pictures of posts stay out too; a log holds none.
 */
export function shutOffNetwork(doc: Document): void {
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

/** Always empty: what a screen remembered at a later moment must not be known at an earlier one. */
const NO_STORAGE: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() {},
  removeItem() {},
  clear() {},
};

/** What is replayed neither reads nor changes what this browser has stored. */
export function shutOffStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, { get: () => NO_STORAGE });
}
