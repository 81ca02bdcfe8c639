import type { Db } from '../database/statement.ts';
import type { FlyerPlan } from '../postings/createPostings.query.ts';
import { lowerCased } from '../postings/targets.ts';
import type { Assistant } from './assistant.entity.ts';
import { listStartingNow, type PlannedRow, planLimitedPages } from './limitedForecast.query.ts';

/** The postings of one page that addToQueue would create, as planned_posts reads them. */
const newPostingsOf = ({ id, postingRules }: Assistant, flyers: readonly FlyerPlan[]) =>
  flyers.flatMap((flyer, index) => {
    const original = {
      ...flyer,
      assistant_id: id,
      is_duplicate: false,
      gap_hours: postingRules.delay_between_tasks_hours,
      sequence_order: index,
    };
    const later = postingRules.duplication_time_hours;
    if (later === 0) return [original];
    return [original, { ...original, is_duplicate: true, delay_hours: flyer.delay_hours + later }];
  });

interface StartsGiven {
  readonly ownerId: string;
  readonly targetPages?: readonly string[];
  readonly targetTags?: readonly string[];
  /** The first argument of planned_posts, for starts that are known. */
  readonly starts?: Readonly<Record<string, Date>>;
  /** The postings that each matched page would get. */
  readonly newPostings?: object[];
}

/**
 * When the owner's assistants start that have not started, as far as delays count from it, and what the matched pages with limits
 * would post then. An assistant starts with its first claim on any page, so the starts are found one after another, in their order.
 */
export async function planStarts(
  db: Db,
  { ownerId, targetPages = [], targetTags = [], starts: known = {}, newPostings = [] }: StartsGiven,
): Promise<{ starts: Readonly<Record<string, Date>>; rows: PlannedRow[] }> {
  const startingNow = await listStartingNow(db, [ownerId]);
  const starts = { ...Object.fromEntries(startingNow.map(({ id, now }) => [id, now])), ...known };
  for (;;) {
    const rows = await planLimitedPages(db, [
      ownerId,
      targetPages,
      lowerCased(targetTags),
      JSON.stringify(starts),
      JSON.stringify(newPostings),
    ]);
    const [next] = rows
      .filter((row) => row.has_delays && !row.has_started && !starts[row.assistant_id])
      .sort((a, b) => a.first_claim_at.getTime() - b.first_claim_at.getTime());
    if (!next) return { starts, rows };
    starts[next.assistant_id] = next.first_claim_at;
  }
}

/**
 * When the matched pages with limits would post the assistant's flyers. `startsNow`: a page without limits claims the first
 * posting at once.
 */
export async function planOf(
  db: Db,
  assistant: Assistant,
  flyers: readonly FlyerPlan[],
  { startsNow, now }: { startsNow: boolean; now: Date },
): Promise<PlannedRow | undefined> {
  const { id, ownerId, postingRules } = assistant;
  const { rows } = await planStarts(db, {
    ownerId,
    targetPages: postingRules.target_pages,
    targetTags: postingRules.target_tags,
    starts: startsNow ? { [id]: now } : {},
    newPostings: newPostingsOf(assistant, flyers),
  });
  return rows.find((row) => row.assistant_id === id);
}
