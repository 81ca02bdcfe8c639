type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A browser's store, or one that lasts as long as the document where the browser denies access: reading the property
 * throws in a frame of another site, as Telegram Web is, once third-party storage is blocked.
 */
export function storageOrMemory(browserStore: () => Storage): () => KeyStore {
  const values = new Map<string, string>();
  const memory: KeyStore = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return () => {
    try {
      return browserStore();
    } catch {
      return memory;
    }
  };
}
