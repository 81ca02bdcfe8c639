const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** JSON with sorted keys and without undefined values, so that equal states have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, withSortedKeys);
