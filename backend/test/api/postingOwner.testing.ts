import { sweepLeases } from '../../src/postings/end/sweeps.ts';
import { completePosting } from '../../src/postings/report/report.query.ts';
import { deviceOf, expireLease } from '../deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant } from '../factories.ts';
import type { TestServer } from '../testServer.ts';
import { type Person, signUp } from './people.testing.ts';

export interface PostingOwner extends Person {
  readonly pages: readonly BuiltPage[];
  /** The task of the first flyer. */
  readonly taskId: string;
  readonly taskIds: readonly string[];
  readonly assistantId: string;
  /** Claims the next posting of a page and reports it until it has this status. Returns its id. */
  post(
    page: BuiltPage | undefined,
    until: 'claimed' | 'failed' | 'unconfirmed' | 'posted' | 'completed',
  ): Promise<string>;
}

/** As if the devices of the user's pages had polled just now: a plan has no times for other pages. */
export const goOnline = ({ context }: TestServer, { id }: { readonly id: string }) =>
  context.pool.query('UPDATE pages SET last_polled_at = now() WHERE owner_id = $1', [id]);

/** A user with posting on, whose flyers are queued on one page for each name in `pages`. */
export async function signUpPosting(
  server: TestServer,
  { flyers = ['One'], pages: names = ['Page'], name = 'Spring' } = {},
): Promise<PostingOwner> {
  const { db, pool } = server.context;
  const person = await signUp(server);
  await pool.query('UPDATE users SET is_posting_active = true, posting_switched_at = now() WHERE id = $1', [person.id]);
  const pages: BuiltPage[] = [];
  for (const pageName of names) pages.push(await buildPage(db, person.id, { name: pageName }));
  const { id: assistantId, taskIds } = await buildQueuedAssistant(db, person.id, { pages, flyers, name });

  const post: PostingOwner['post'] = async (page, until) => {
    if (!page) throw new Error('The page does not exist.');
    const device = deviceOf(db, page);
    const claimed = await device.claim();
    if (until === 'failed') await device.failed(claimed, 'The site said no.');
    if (until === 'unconfirmed') {
      await device.submitting(claimed);
      await expireLease(db, claimed.id);
      await sweepLeases(db);
    }
    if (until === 'posted' || until === 'completed') await device.posted(claimed);
    if (until === 'completed') await completePosting(db, claimed.id, { screenshotError: 'No browser.' });
    return claimed.id;
  };
  return { ...person, pages, taskIds, taskId: taskIds[0] ?? '', assistantId, post };
}
