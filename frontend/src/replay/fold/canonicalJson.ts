type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

function canonical(value: unknown): Json {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  const bag = value as Readonly<Record<string, unknown>>;
  const pairs = Object.keys(bag)
    .filter((key) => bag[key] !== undefined)
    .sort()
    .map((key) => [key, canonical(bag[key])] as const);
  return Object.fromEntries(pairs);
}

/** One text for everything that means the same: keys by alphabet, nothing undefined. */
export const canonicalJson = (value: unknown): string => JSON.stringify(canonical(value));
