import type { ReplayedLog } from './ReplayedLog.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export interface Change {
  /** 'api.queries.listTasks({}).data[0].status' */
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** All differences between two states, by path. Parts that both share are not looked into. */
export function stateDiff(before: object, after: object, path = ''): Change[] {
  const [old, now] = [before, after] as Readonly<Record<string, unknown>>[];
  const whereOf = (key: string) => (Array.isArray(before) ? `${path}[${key}]` : path ? `${path}.${key}` : key);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [one, other] = [old?.[key], now?.[key]];
    if (Object.is(one, other)) return [];
    if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other))
      return stateDiff(one, other, whereOf(key));
    return { where: whereOf(key), before: one, after: other };
  });
}

const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** JSON with sorted keys and without undefined values, so that equal states have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, withSortedKeys);

/** Compares values of two replays. Equal objects are remembered, because consecutive states share nearly everything. */
function makeComparison(): (one: unknown, other: unknown) => boolean {
  const equals = new WeakMap<object, object>();
  return function isSame(one, other) {
    if (Object.is(one, other)) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (equals.get(one) === other) return true;
    const [left, right] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    for (const key of keys) if (!isSame(left[key], right[key])) return false;
    equals.set(one, other);
    return true;
  };
}

/** The differences between two states, by path. They do not depend on the order of keys. */
export const canonicalDiff = (before: object, after: object): Change[] =>
  stateDiff(JSON.parse(canonicalJson(before)), JSON.parse(canonicalJson(after)));

/** The first position at which two replays of the same actions differ, and the first path there. `before` is of the first replay. */
export function firstDifference(one: ReplayedLog, other: ReplayedLog): (Change & { readonly position: number }) | null {
  const isSame = makeComparison();
  for (let position = 0; position <= one.length; position++) {
    const [before, after] = [one, other].map(({ failure }) =>
      failure?.position === position ? failure.error : undefined,
    );
    if (before !== after) return { position, where: 'the exception', before, after };
    const [left, right] = [one.momentAt(position).state, other.momentAt(position).state];
    if (isSame(left, right)) continue;
    const [first] = canonicalDiff(left, right);
    if (first) return { position, ...first };
  }
  return null;
}
