import diff, { type Difference } from 'microdiff';

type Bag = Readonly<Record<string, unknown>>;

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Both sides without what they share: states that follow each other share nearly everything. */
function whereTheyPart(before: Bag, after: Bag): [Bag, Bag] {
  const parts: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (old === now) continue;
    const [oldPart, nowPart] = isBag(old) && isBag(now) ? whereTheyPart(old, now) : [old, now];
    if (old !== undefined) parts[0][key] = oldPart;
    if (now !== undefined) parts[1][key] = nowPart;
  }
  return parts;
}

/** 'api.queries.listTasks({}).data[0].status' */
const pathText = (path: Difference['path']): string =>
  path.map((step, place) => (typeof step === 'number' ? `[${step}]` : place === 0 ? step : `.${step}`)).join('');

/** One difference between two states. */
export interface Change {
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What changed from one state to the other, path by path. */
export const stateDiff = (before: object, after: object): Change[] =>
  diff(...whereTheyPart(before as Bag, after as Bag), { cyclesFix: false }).map((difference) => ({
    where: pathText(difference.path),
    before: difference.type === 'CREATE' ? undefined : difference.oldValue,
    after: difference.type === 'REMOVE' ? undefined : difference.value,
  }));
