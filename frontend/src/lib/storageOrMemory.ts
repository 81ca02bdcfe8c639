type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's storage, or a replacement in memory when the browser denies access. With third-party storage blocked,
 * reading the property throws in a frame of another site such as Telegram Web.
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
