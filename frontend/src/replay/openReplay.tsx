/** `?replay=stage` is the address of the frame in the panel. The frame shows the replayed app. */
const STAGE = 'stage';

export async function openReplay(container: HTMLElement, buildId: string): Promise<void> {
  blockNetwork(document);
  if (new URLSearchParams(window.location.search).get('replay') === STAGE) {
    blockStorage();
    const { openStage } = await import('./stage/openStage.tsx');
    openStage(container);
    return;
  }
  const { openPanel } = await import('./panel/openPanel.tsx');
  openPanel(container, buildId);
}

/** By a Content-Security-Policy, except for the app's own files. Images of flyers are blocked too. */
function blockNetwork(doc: Document): void {
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
function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, { get: () => EMPTY_STORAGE });
}
