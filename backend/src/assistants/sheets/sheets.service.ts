import {
  type BodyOf,
  type checkSheet as contract,
  MAX_ASSISTANTS_PER_USER,
  NO_RULES,
  type ResponseOf,
} from '@flyerdeck/contracts';
import { IsNull, Not } from 'typeorm';
import { lockUser } from '../../credits/credits.query.ts';
import { type Db, sql } from '../../database/statement.ts';
import { pendingProblem } from '../../postings/retry/pendingLimit.query.ts';
import { HttpError, unprocessable } from '../../server/http/errors.ts';
import { Assistant } from '../assistant.entity.ts';
import { createAssistant, findAssistant } from '../assistants.service.ts';
import { addToQueue, countPostings, extentOf, ownProblem } from '../queueing/addToQueue.ts';
import { folded } from '../queueing/forecast.ts';

/** A tag that pages spell in different ways is one. */
const listTargets = sql<{ word: string; page: string | null; tag: string | null }, [ownerId: string]>(
  `SELECT unnest(ARRAY[page_name(p), '@' || username]) AS word, guid AS page, NULL AS tag
   FROM pages p WHERE owner_id = $1 AND unlinked_at IS NULL
   UNION
   SELECT unnest(ARRAY[min(tag), '#' || min(tag)]), NULL, min(tag)
   FROM pages CROSS JOIN unnest(tags) tag WHERE owner_id = $1 AND unlinked_at IS NULL GROUP BY folded_tag(tag)`,
);

type Sheet = BodyOf<typeof contract>;
type Checked = ResponseOf<typeof contract>;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Rows with equal targets and start become one assistant, which is not stored. Adds the problems of rows. */
async function groupRows(db: Db, ownerId: string, rows: Sheet['rows'], problems: Checked['problems']) {
  const named = new Map<string, Awaited<ReturnType<typeof listTargets>>>();
  for (const target of await listTargets(db, [ownerId])) {
    const word = folded(target.word.trim());
    named.set(word, [...(named.get(word) ?? []), target]);
  }
  const groups = new Map<string, { readonly rows: number[]; readonly assistant: Assistant }>();
  for (const [row, { targets, starts_at }] of rows.entries()) {
    const words = targets.split(';').map((word) => word.trim());
    const found = words.filter((word) => word !== '').map((word) => ({ word, of: named.get(folded(word)) ?? [] }));
    const reasons = found.flatMap(({ word, of }) => {
      if (of.length === 1) return [];
      if (of.length === 0) return [`There is no page or tag named '${word}'.`];
      return [`More than one page or tag is named '${word}'. Write @ and the username of a page, or # and a tag.`];
    });
    if (reasons.length > 0) problems.push({ row, reason: reasons.join(' ') });
    const chosen = (kind: 'page' | 'tag') => [...new Set(found.flatMap(({ of }) => of[0]?.[kind] ?? []))].sort();
    const postingRules = { ...NO_RULES, target_pages: chosen('page'), target_tags: chosen('tag') };
    const draft = { postingRules, startsAt: starts_at === null ? null : new Date(starts_at) };
    const key = JSON.stringify(draft);
    const group = groups.get(key) ?? { rows: [], assistant: db.create(Assistant, { ...draft, id: NO_ID, ownerId }) };
    if (reasons.length === 0) groups.set(key, { ...group, rows: [...group.rows, row] });
  }
  return [...groups.values()];
}

/** Must run in a transaction. */
export async function checkSheet(db: Db, ownerId: string, sheet: Sheet): Promise<Checked> {
  await lockUser(db, [ownerId]);
  const problems: Checked['problems'] = [];
  const groups = await groupRows(db, ownerId, sheet.rows, problems);
  let postings = 0;
  for (const { rows, assistant } of groups) {
    const start_passed = assistant.startsAt !== null && assistant.startsAt.getTime() <= Date.now();
    const extent = { ...(await extentOf(db, assistant)), task_ids: rows.map(String), start_passed };
    const problem = ownProblem(assistant, extent);
    if (problem) problems.push(...rows.map((row) => ({ row, reason: problem[1] })));
    postings += countPostings(assistant, extent);
  }
  // Finished runs of repeats make room.
  const others = await db.countBy(Assistant, { ownerId, deletedAt: IsNull(), ofRepeat: false });
  if (others + groups.length > MAX_ASSISTANTS_PER_USER) {
    const reason = `This would make ${groups.length} assistants beside your ${others}, and there can be at most ${MAX_ASSISTANTS_PER_USER}. Use fewer different targets and starts, or delete some first.`;
    problems.push({ row: null, reason });
  }
  const pending = await pendingProblem(db, ownerId, postings);
  if (pending) problems.push({ row: null, reason: pending[1] });
  const checked: Checked['groups'] = [];
  for (const [index, { rows, assistant }] of groups.entries()) {
    const { postingRules, startsAt } = assistant;
    const fields = { postingRules, startsAt, sheetKey: sheet.key };
    const isMade = sheet.create && problems.length === 0;
    const made = isMade && (await createAssistant(db, ownerId, `${sheet.name} ${index + 1}`, fields));
    checked.push({ rows, assistant_id: made ? made.id : null });
  }
  const queued = { ownerId, sheetKey: sheet.key, queuedAt: Not(IsNull()) };
  const used = await db.findOne(Assistant, { where: queued, order: { queuedAt: 'DESC' } });
  return { problems, groups: checked, used_at: used?.queuedAt?.toISOString() ?? null };
}

/** Returns the number of postings. All or none, because it must run in a transaction. */
export async function queueSheet(db: Db, ownerId: string, ids: readonly string[]): Promise<number> {
  let postings = 0;
  for (const id of ids) {
    try {
      postings += await addToQueue(db, ownerId, id);
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 422) throw error;
      const { name } = await findAssistant(db, ownerId, id);
      throw unprocessable('sheet.refused', `${name}: ${error.message}`);
    }
  }
  return postings;
}
