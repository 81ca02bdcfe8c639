const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** One text for everything that means the same: keys by alphabet, nothing undefined. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, withSortedKeys);
