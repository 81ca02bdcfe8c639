export interface Change {
  /** 'api.queries.listTasks({}).data[0].status' */
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Parts = Readonly<Record<string, unknown>>;
const hasParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

export function stateDiff(before: unknown, after: unknown, where = ''): Change[] {
  if (before === after) return [];
  if (!hasParts(before) || !hasParts(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ where, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const path = Array.isArray(before) ? `${where}[${key}]` : where === '' ? key : `${where}.${key}`;
    return stateDiff(before[key], after[key], path);
  });
}

const withSortedKeys = (_key: string, value: unknown): unknown =>
  hasParts(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** JSON with sorted keys and without undefined values, so that equal states have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, withSortedKeys);
