import {
  type BodyOf,
  type checkSheet as contract,
  MAX_ASSISTANTS_PER_USER,
  NO_RULES,
  type ResponseOf,
} from '@flyerdeck/contracts';
import { IsNull } from 'typeorm';
import { lockUser } from '../../credits/credits.query.ts';
import { type Db, sql } from '../../database/statement.ts';
import { pendingProblem } from '../../postings/retry/pendingLimit.query.ts';
import { HttpError, unprocessable } from '../../server/http/errors.ts';
import { Assistant } from '../assistant.entity.ts';
import { createAssistant, findAssistant } from '../assistants.service.ts';
import { addToQueue, countPostings, extentOf, ownProblem } from '../queueing/addToQueue.ts';
import { folded } from '../queueing/forecast.ts';

const listTargets = sql<{ guid: string; name: string; username: string; tags: string[] }, [ownerId: string]>(
  `SELECT guid, page_name(pages) AS name, username, tags FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL
   ORDER BY linked_at, guid`,
);

const findUse = sql<{ used_at: Date | null }, [ownerId: string, key: string]>(
  'SELECT max(queued_at) AS used_at FROM assistants WHERE owner_id = $1 AND sheet_key = $2',
);

type Target = { readonly page: string } | { readonly tag: string };

/** Returns a function that finds what a word of a sheet names, or the sentence why it does not name one thing. */
async function targetFinder(db: Db, ownerId: string): Promise<(word: string) => Target | string> {
  const targets = new Map<string, Map<string, Target>>();
  const add = (word: string, id: string, target: Target) => {
    const named = targets.get(folded(word)) ?? new Map<string, Target>();
    // A tag keeps the spelling of the page that was linked first.
    if (!named.has(id)) named.set(id, target);
    targets.set(folded(word), named);
  };
  for (const { guid, name, username, tags } of await listTargets(db, [ownerId])) {
    for (const word of [name.trim(), `@${username}`]) add(word, guid, { page: guid });
    for (const tag of tags) for (const word of [tag, `#${tag}`]) add(word, `#${folded(tag)}`, { tag });
  }
  return (word) => {
    const [target, ...others] = targets.get(folded(word))?.values() ?? [];
    if (!target) return `There is no page or tag named '${word}'.`;
    return others.length === 0
      ? target
      : `More than one page or tag is named '${word}'. Write @ and the username of the page, or # and the tag.`;
  };
}

interface Group {
  readonly rows: number[];
  readonly draft: Pick<Assistant, 'postingRules' | 'startsAt'>;
}

/** Rows with equal targets and start are one group. */
function groupRows(rows: BodyOf<typeof contract>['rows'], find: (word: string) => Target | string) {
  const problems: ResponseOf<typeof contract>['problems'] = [];
  const groups = new Map<string, Group>();
  for (const [row, { targets, starts_at }] of rows.entries()) {
    const words = targets.split(';').map((word) => word.trim());
    const found = words.filter((word) => word !== '').map(find);
    const reasons = found.filter((target) => typeof target === 'string');
    if (reasons.length > 0) {
      problems.push({ row, reason: reasons.join(' ') });
      continue;
    }
    const named = (kind: 'page' | 'tag') =>
      [...new Set(found.flatMap((target) => (target as { page?: string; tag?: string })[kind] ?? []))].sort();
    const postingRules = { ...NO_RULES, target_pages: named('page'), target_tags: named('tag') };
    const draft = { postingRules, startsAt: starts_at === null ? null : new Date(starts_at) };
    const group = groups.get(JSON.stringify(draft));
    if (group) group.rows.push(row);
    else groups.set(JSON.stringify(draft), { rows: [row], draft });
  }
  return { problems, groups: [...groups.values()] };
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Must run in a transaction. */
export async function checkSheet(
  db: Db,
  ownerId: string,
  { key, name, rows, create }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  await lockUser(db, [ownerId]);
  const { problems, groups } = groupRows(rows, await targetFinder(db, ownerId));
  const checked: ResponseOf<typeof contract>['groups'] = [];
  let postings = 0;
  for (const { rows, draft } of groups) {
    const assistant = db.create(Assistant, { ...draft, id: NO_ID, ownerId });
    const start_passed = draft.startsAt !== null && draft.startsAt.getTime() <= Date.now();
    const extent = { ...(await extentOf(db, assistant)), task_ids: rows.map(String), start_passed };
    const problem = ownProblem(assistant, extent);
    if (problem) problems.push(...rows.map((row) => ({ row, reason: problem[1] })));
    postings += countPostings(assistant, extent);
    const starts_at = draft.startsAt?.toISOString() ?? null;
    checked.push({ rows, pages: extent.pages, starts_at, assistant_id: null });
  }
  // Finished runs of repeats make room.
  const others = await db.countBy(Assistant, { ownerId, deletedAt: IsNull(), ofRepeat: false });
  if (others + groups.length > MAX_ASSISTANTS_PER_USER) {
    const reason = `This would make ${groups.length} assistants beside your ${others}, and there can be at most ${MAX_ASSISTANTS_PER_USER}. Use fewer different targets and starts, or delete some first.`;
    problems.push({ row: null, reason });
  }
  const pending = await pendingProblem(db, ownerId, postings);
  if (pending) problems.push({ row: null, reason: pending[1] });
  if (create && problems.length === 0) {
    for (const [index, { draft }] of groups.entries()) {
      const ownName = groups.length === 1 ? name : `${name}, ${index + 1} of ${groups.length}`;
      const { id } = await createAssistant(db, ownerId, ownName, { ...draft, sheetKey: key });
      Object.assign(checked[index] as object, { assistant_id: id });
    }
  }
  const [use] = await findUse(db, [ownerId, key]);
  return { problems, groups: checked, used_at: use?.used_at?.toISOString() ?? null };
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
