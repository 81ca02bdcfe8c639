/**
 * The kind of a value: 'data' (rows of the store), results of RTK Query's hooks, React's state and refs, or an object
 * with a kind for each property. Everything else is 'clean'.
 */
export type Kind =
  | 'clean'
  | 'data'
  | 'query'
  | 'lazyQuery'
  | 'trigger'
  | 'state'
  | 'setter'
  | 'ref'
  | 'dispatch'
  | { readonly of: Readonly<Record<string, Kind>> };

export const isData = (kind: Kind): boolean =>
  kind === 'data' || kind === 'query' || (typeof kind === 'object' && Object.values(kind.of).some(isData));

/** The kind of a value that may be either of two. */
export function either(one: Kind, other: Kind): Kind {
  if (one === other || other === 'clean') return one;
  if (one === 'clean') return other;
  if (typeof one === 'object' && typeof other === 'object') {
    const names = [...new Set([...Object.keys(one.of), ...Object.keys(other.of)])].sort();
    return {
      of: Object.fromEntries(names.map((name) => [name, either(one.of[name] ?? 'clean', other.of[name] ?? 'clean')])),
    };
  }
  return isData(one) || isData(other) ? 'data' : 'clean';
}

/** The kind of a value built from several parts: 'data' if one of them is. */
export const madeOf = (parts: readonly Kind[]): Kind => (parts.some(isData) ? 'data' : 'clean');

/** Storing the id of a row is not a copy of it. */
const NAMES_OF_ROWS = ['id', '_id', 'guid', 'length'];
const ROWS_OF_QUERY = ['data', 'currentData'];

export function propertyOf(kind: Kind, property: string): Kind {
  if (typeof kind === 'object') return kind.of[property] ?? 'clean';
  if (kind === 'query') return ROWS_OF_QUERY.includes(property) ? 'data' : 'clean';
  return kind === 'data' && !NAMES_OF_ROWS.includes(property) ? 'data' : 'clean';
}

export function elementOf(kind: Kind, index: number): Kind {
  if (kind === 'lazyQuery') return (['trigger', 'query'] as const)[index] ?? 'clean';
  if (kind === 'state') return index === 1 ? 'setter' : 'clean';
  return kind === 'data' ? 'data' : 'clean';
}

/** The kind that a hook returns, by its name; null when the name does not say. */
export function resultOfHook(name: string): Kind | null {
  if (/^useLazy[A-Z]\w*Query$/.test(name)) return 'lazyQuery';
  if (/^use[A-Z]\w*Query$/.test(name)) return 'query';
  if (/^use(App)?Selector$/.test(name)) return 'data';
  if (/^use(App)?Dispatch$/.test(name)) return 'dispatch';
  if (name === 'useState') return 'state';
  return name === 'useRef' ? 'ref' : null;
}
