type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** In memory when the browser denies access, as in a frame of another site such as Telegram Web, or has no storage. */
export function storageOrMemory(browserStore: () => Storage | null): () => KeyStore {
  const values = new Map<string, string>();
  const memory: KeyStore = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return () => {
    try {
      return browserStore() ?? memory;
    } catch {
      return memory;
    }
  };
}

export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
