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

/**
 * When the matched pages with limits would post the assistant's flyers. Delays count from the first claim of an assistant on
 * any page, so assistants that have not started are planned one after another, in the order of their first claims.
 * `startsNow`: a page without limits claims the first posting at once.
 */
export async function planOf(
  db: Db,
  assistant: Assistant,
  flyers: readonly FlyerPlan[],
  { startsNow, now }: { startsNow: boolean; now: Date },
): Promise<PlannedRow | undefined> {
  const { id, ownerId, postingRules } = assistant;
  const newPostings = JSON.stringify(newPostingsOf(assistant, flyers));
  const starting = (await listStartingNow(db, [ownerId])).map((row) => row.id);
  const starts = Object.fromEntries([...starting, ...(startsNow ? [id] : [])].map((one) => [one, now]));
  for (;;) {
    const rows = await planLimitedPages(db, [
      ownerId,
      postingRules.target_pages,
      lowerCased(postingRules.target_tags),
      JSON.stringify(starts),
      newPostings,
    ]);
    const [next] = rows
      .filter((row) => row.has_delays && !row.has_started && !starts[row.assistant_id])
      .sort((a, b) => a.first_claim_at.getTime() - b.first_claim_at.getTime());
    if (!next) return rows.find((row) => row.assistant_id === id);
    starts[next.assistant_id] = next.first_claim_at;
  }
}
