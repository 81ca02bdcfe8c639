import {
  type BodyOf,
  type queueSheet as contract,
  MAX_ASSISTANTS_PER_USER,
  NO_RULES,
  type ResponseOf,
} from '@flyerdeck/contracts';
import { IsNull, Not } from 'typeorm';
import { lockUser } from '../../credits/credits.query.ts';
import { type Db, sql } from '../../database/statement.ts';
import { keepPagesLinked } from '../../pages/pages.query.ts';
import { pendingProblem } from '../../postings/retry/pendingLimit.query.ts';
import { conflict, unprocessable } from '../../server/http/errors.ts';
import { Assistant } from '../assistant.entity.ts';
import { createAssistant, lockAssistant } from '../assistants.service.ts';
import { orderMismatch, reorderFlyers } from '../flyers/flyers.service.ts';
import { countPostings, extentOf, NOT_WAITING, ownProblem, queueAssistant } from '../queueing/addToQueue.ts';
import { folded } from '../queueing/forecast.ts';

/** A tag that pages spell in different ways is one. */
const listTargets = sql<{ word: string; page: string | null; tag: string | null }, [ownerId: string]>(
  `SELECT unnest(ARRAY[page_name(p), '@' || username]) AS word, guid AS page, NULL AS tag
   FROM pages p WHERE owner_id = $1 AND unlinked_at IS NULL
   UNION
   SELECT unnest(ARRAY[min(tag), '#' || min(tag)]), NULL, min(tag)
   FROM pages CROSS JOIN unnest(tags) tag WHERE owner_id = $1 AND unlinked_at IS NULL GROUP BY folded_tag(tag)`,
);

const moveFlyers = sql<never, [assistantId: string, taskIds: readonly string[]]>(
  `UPDATE tasks t SET assistant_id = $1, sequence_order = moved.position - 1, updated_at = now()
   FROM unnest($2::uuid[]) WITH ORDINALITY AS moved (id, position) WHERE t.id = moved.id`,
);

type Sheet = BodyOf<typeof contract>;
type Answer = ResponseOf<typeof contract>;
type Group = Awaited<ReturnType<typeof groupRows>>[number];

/** Of an assistant that is not stored. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Rows with equal targets and start become one assistant. Adds the problems of rows. */
async function groupRows(db: Db, ownerId: string, rows: Sheet['rows'], problems: Answer['problems']) {
  const named = new Map<string, Awaited<ReturnType<typeof listTargets>>>();
  for (const target of await listTargets(db, [ownerId])) {
    const word = folded(target.word.trim());
    named.set(word, [...(named.get(word) ?? []), target]);
  }
  const groups = new Map<string, Pick<Assistant, 'postingRules' | 'startsAt'> & { rows: number[] }>();
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
    const rules = { postingRules, startsAt: starts_at === null ? null : new Date(starts_at) };
    const key = JSON.stringify(rules);
    if (reasons.length === 0) groups.set(key, { ...rules, rows: [...(groups.get(key)?.rows ?? []), row] });
  }
  return [...groups.values()];
}

/** Queues if flyers are uploaded and no row is refused. All or none, because it must run in a transaction. */
export async function queueSheet(db: Db, ownerId: string, sheet: Sheet): Promise<Answer> {
  await keepPagesLinked(db, [ownerId]);
  await lockUser(db, [ownerId]);
  const problems: Answer['problems'] = [];
  const groups = await groupRows(db, ownerId, sheet.rows, problems);
  let postings = 0;
  for (const { rows, ...rules } of groups) {
    const start_passed = rules.startsAt !== null && rules.startsAt.getTime() <= Date.now();
    const found = await extentOf(db, { id: NO_ID, ownerId, ...rules });
    const extent = { ...found, task_ids: rows.map(String), start_passed };
    const problem = ownProblem(rules, extent);
    if (problem) problems.push(...rows.map((row) => ({ row, reason: problem[1] })));
    postings += countPostings(rules, extent);
  }
  const queued = { ownerId, sheetKey: sheet.key, queuedAt: Not(IsNull()) };
  const used = await db.findOne(Assistant, { where: queued, order: { queuedAt: 'DESC' } });
  const used_at = used?.queuedAt?.toISOString() ?? null;
  const checked = { problems, assistants: groups.length, used_at, message: null };
  if (problems.length > 0) return checked;
  // Finished runs of repeats make room.
  const others = { ownerId, deletedAt: IsNull(), ofRepeat: false, id: Not(sheet.assistant_id ?? NO_ID) };
  const present = await db.countBy(Assistant, others);
  if (present + groups.length > MAX_ASSISTANTS_PER_USER) {
    const sentence = `This would make ${groups.length} assistants beside your ${present}, and there can be at most ${MAX_ASSISTANTS_PER_USER}. Use fewer different targets and starts, or delete some first.`;
    throw unprocessable('assistant.too_many', sentence);
  }
  const pending = await pendingProblem(db, ownerId, postings);
  if (pending) throw unprocessable(...pending);
  if (sheet.assistant_id === null) return checked;
  await queueGroups(db, ownerId, sheet.assistant_id, sheet, groups);
  return { ...checked, message: `${postings} posting${postings === 1 ? '' : 's'} added to the queue.` };
}

/** The flyers move from the uploaded assistant, which is deleted, to one for each group. */
async function queueGroups(db: Db, ownerId: string, id: string, sheet: Sheet, groups: readonly Group[]): Promise<void> {
  const { queuedAt } = await lockAssistant(db, ownerId, id);
  if (queuedAt !== null) throw conflict('assistant.not_waiting', NOT_WAITING);
  await reorderFlyers(db, { ownerId, assistantId: id, taskIds: sheet.task_ids });
  if (sheet.task_ids.length !== sheet.rows.length) throw orderMismatch();
  await db.update(Assistant, id, { deletedAt: new Date() });
  for (const [index, { rows, ...rules }] of groups.entries()) {
    const fields = { ...rules, sheetKey: sheet.key };
    const assistant = await createAssistant(db, ownerId, `${sheet.name} ${index + 1}`, fields);
    await moveFlyers(db, [assistant.id, rows.map((row) => sheet.task_ids[row] as string)]);
    await queueAssistant(db, assistant);
  }
}
