/**
 * Returns a function that keeps loaded values by key for some time. Simultaneous calls with one key load once. A failed load is
 * not kept, and fails no other call: its caller may have left.
 */
export function keepFor<Value>(milliseconds: number) {
  const kept = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  return (key: string, load: () => Promise<Value>): Promise<Value> => {
    const now = performance.now();
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
    const found = kept.get(key);
    if (found) return found.value.catch(load);
    const entry = { value: load(), until: now + milliseconds };
    kept.set(key, entry);
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.value;
  };
}
