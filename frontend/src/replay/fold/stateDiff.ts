import diff, { type Difference } from 'microdiff';

type PlainObject = Readonly<Record<string, unknown>>;

const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Both states without their shared objects. Consecutive states share nearly everything. */
function differingParts(before: PlainObject, after: PlainObject): [PlainObject, PlainObject] {
  const parts: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (old === now) continue;
    const [oldPart, nowPart] = isPlainObject(old) && isPlainObject(now) ? differingParts(old, now) : [old, now];
    if (old !== undefined) parts[0][key] = oldPart;
    if (now !== undefined) parts[1][key] = nowPart;
  }
  return parts;
}

/** 'api.queries.listTasks({}).data[0].status' */
const pathText = (path: Difference['path']): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

export interface Change {
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** All differences between two states, by path. */
export const stateDiff = (before: object, after: object): Change[] =>
  diff(...differingParts(before as PlainObject, after as PlainObject), { cyclesFix: false }).map((difference) => ({
    where: pathText(difference.path),
    before: difference.type === 'CREATE' ? undefined : difference.oldValue,
    after: difference.type === 'REMOVE' ? undefined : difference.value,
  }));
