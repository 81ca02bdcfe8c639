/** The replayed app must not call a server, so only the app's own files are loaded. Images of flyers are blocked too. */
function blockNetwork(): void {
  const { origin } = window.location;
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = [
    "connect-src 'none'",
    "form-action 'none'",
    "media-src 'none'",
    `img-src ${origin}/assets/ ${origin}/favicon.svg ${origin}/avatar.jpg data:`,
  ].join('; ');
  document.head.append(policy);
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

export async function openReplay(container: HTMLElement, buildId: string): Promise<void> {
  blockNetwork();
  if (new URLSearchParams(window.location.search).get('replay') !== 'stage') {
    const { openPanel } = await import('./panel/ReplayPanel.tsx');
    return openPanel(container, buildId);
  }
  blockStorage();
  const { openStage } = await import('./stage/openStage.tsx');
  // The panel takes the function from this event of its frame.
  window.frameElement?.dispatchEvent(new CustomEvent('stageready', { detail: openStage(container) }));
}
