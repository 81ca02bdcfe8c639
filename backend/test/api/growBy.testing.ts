import {
  adjustCredits,
  archiveFinalized,
  createPreset,
  createStructureReport,
  NO_RULES,
  startQueue,
} from '@flyerdeck/contracts';
import { completePosting } from '../../src/postings/report/report.query.ts';
import { deviceOf } from '../deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, insertRunner } from '../factories.ts';
import type { TestServer } from '../testServer.ts';
import { type Person, signUp } from './people.testing.ts';

/** The user whose data `growBy` adds, and an admin. */
export interface Accounts {
  readonly owner: Person;
  readonly admin: Person;
  /** A runner of the owner. */
  readonly runner: Awaited<ReturnType<typeof insertRunner>>;
}

/** Ids of the rows that `growBy` has added; each has `rows` flyers or pages. */
export interface Added {
  /** An assistant with flyers in the queue. */
  readonly queued: string;
  /** An assistant with archived flyers. */
  readonly archived: string;
  /** A task with a posting on each of the added pages. */
  readonly shared: string;
  /** Added pages with pending postings. */
  readonly pages: readonly string[];
}

export async function signUpAccounts(server: TestServer): Promise<Accounts> {
  const owner = await signUp(server);
  await server.call(startQueue, { as: owner.as });
  const runner = await insertRunner(server.context.pool, owner.id);
  return { owner, admin: await signUp(server, { admin: true }), runner };
}

/**
 * Adds `rows` rows of everything that list calls return: users, sessions, pages with tags, presets, ledger entries, and flyers
 * in every state.
 */
export async function growBy(server: TestServer, { owner, admin, runner }: Accounts, rows: number): Promise<Added> {
  const { db, pool } = server.context;
  const numbers = Array.from({ length: rows }, (_, index) => index);
  const names = (word: string) => numbers.map((number) => `${word} ${number}`);
  const queue = (name: string, pages: readonly BuiltPage[], flyers: readonly string[]) =>
    buildQueuedAssistant(db, owner.id, { name, pages, flyers: [...flyers] });

  /** Creates an assistant with its own page, whose postings all end with this status. Returns its id. */
  const finish = async (name: string, end: 'completed' | 'failed') => {
    const page = await buildPage(db, owner.id, { name });
    const { id } = await queue(name, [page], names(name));
    const device = deviceOf(db, page);
    for (const _ of numbers) {
      const claimed = await device.claim();
      if (end === 'failed') await device.failed(claimed);
      else {
        await device.posted(claimed);
        await completePosting(db, claimed.id, { screenshotError: 'No browser.' });
      }
    }
    return id;
  };

  for (const name of names('Preset')) {
    await signUp(server);
    await server.signIn(owner.telegramId);
    await server.call(createPreset, { as: owner.as, body: { name, rules: NO_RULES } });
    await server.call(adjustCredits, {
      as: admin.as,
      body: { user_id: owner.telegramId, amount: 10, transaction_type: 'bonus', description: '' },
    });
    await pool.query(
      `INSERT INTO problem_reports (user_id, sentence, build_id, request_ids, is_cut, log)
       VALUES ($1, 'Wrong', 'index-1', '{}', false, '{}')`,
      [owner.id],
    );
  }
  const archived = await finish('Archived', 'failed');
  await server.call(archiveFinalized, { as: owner.as });
  await finish('Completed', 'completed');
  await finish('Failed', 'failed');
  const pages: BuiltPage[] = [];
  for (const name of names('Spring')) {
    const page = await buildPage(db, owner.id, { name, tags: [name], runnerId: runner.id });
    await queue(name, [page], [name]);
    await server.call(createStructureReport, {
      as: page.deviceSecret,
      body: { site_pack_version: 1, what: 'probe', missing: [], structure: 'form' },
    });
    pages.push(page);
  }
  const { taskIds } = await queue('Shared', pages, ['Everywhere']);
  // One flyer more, because the first one is pending and the others are in_queue.
  const { id: queued } = await queue('Queued', pages.slice(0, 1), ['First', ...names('Queued')]);
  return { queued, archived, shared: taskIds[0] ?? '', pages: pages.map(({ guid }) => guid) };
}
