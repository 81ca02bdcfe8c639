type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

class MemoryStore implements KeyStore {
  private readonly values = new Map<string, string>();

  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }

  removeItem(key: string): void {
    this.values.delete(key);
  }
}

/**
 * A browser's store, or one that lasts as long as the document where the browser keeps its own shut: reading the
 * very property throws in a frame of another site, as Telegram Web is, once third-party storage is blocked.
 */
export function storageOrMemory(browserStore: () => Storage): () => KeyStore {
  const memory = new MemoryStore();
  return () => {
    try {
      return browserStore();
    } catch {
      return memory;
    }
  };
}
