import { PROVEN_FAILURES } from '@flyerdeck/contracts';
import { type Claimed, expireLease, readPosting } from '../../../test/deviceCalls.ts';
import { whileUncommitted as whileUncommittedOn } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { resumePages } from '../../pages/pages.query.ts';
import { lockPagesOf } from '../../pages/pages.service.ts';
import { cancelPostingsOfUnlinkedPages } from '../end/cancelPostings.query.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario, type PostingScenario, relink } from '../postingScenario.testing.ts';
import { completePosting } from './report.query.ts';

const database = useTestDatabase();
const db = () => database.db;
const scenario = (flyers?: string[]) => buildPostingScenario(db(), flyers);
const transitionsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await db().query(
      `SELECT from_status || '>' || to_status AS step FROM posting_transitions WHERE posting_id = $1 ORDER BY id`,
      [id],
    )
  ).map(({ step }: { step: string }) => step);

describe('reports', () => {
  it('that arrive several times make one transition and queue one screenshot, which completes the posting once [S2.3-1]', async () => {
    const { device, submitted, balance } = await scenario();
    const claimed = await submitted();
    const answers = await Promise.all(Array.from({ length: 5 }, () => device.posted(claimed)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill('posted'));
    const due = await db().query('SELECT tries FROM pending_screenshots WHERE posting_id = $1', [claimed.id]);
    expect(due).toEqual([{ tries: 0 }]);
    for (const _ of [1, 2]) await completePosting(db(), claimed.id, { screenshotError: 'No browser.' });
    expect(await transitionsOf(claimed)).toEqual(['pending>posting', 'posting>posted', 'posted>completed']);
    expect(await balance()).toBe(140);
  });

  it('with an older claim token are refused [S2.3-1]', async () => {
    const { device, endLease } = await scenario();
    const older = await device.claim();
    await endLease(older);
    const newer = await device.claim();
    expect(newer.id).toBe(older.id);
    for (const report of [device.posted, device.failed, device.submitting, device.heartbeat]) {
      await expect(report(older)).rejects.toMatchObject({ status: 409, code: 'posting.claim_lost' });
    }
    expect((await readPosting(db(), newer.id)).status).toBe('posting');
  });

  it('of a heartbeat extend the lease, and are refused after its end [S2.3-1]', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    const [{ before }] = await db().query('SELECT lease_expires_at AS before FROM in_flight WHERE posting_id = $1', [
      claimed.id,
    ]);
    const { leaseExpiresAt } = await device.heartbeat(claimed);
    expect((leaseExpiresAt as Date).getTime()).toBeGreaterThan(before.getTime());
    await expireLease(db(), claimed.id);
    await expect(device.heartbeat(claimed)).rejects.toMatchObject({ status: 409 });
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a lease that ends', () => {
  it('before submitting requeues the posting, and the third time fails it with a refund [S2.3-1]', async () => {
    const { device, owner, endLease, balance } = await scenario();
    let id = '';
    for (const expected of ['pending', 'pending', 'failed']) {
      const claimed = await device.claim();
      id = claimed.id;
      await endLease(claimed);
      expect((await readPosting(db(), id)).status).toBe(expected);
    }
    expect(await readPosting(db(), id)).toMatchObject({
      error_message: 'The page stopped responding before posting.',
      retry_count: 3,
    });
    // One charge for three tries in one paid day, and one refund.
    expect(await balance()).toBe(150);
    const types = await db().query('SELECT transaction_type AS type FROM credit_transactions WHERE user_id = $1', [
      owner.id,
    ]);
    expect(types.map(({ type }: { type: string }) => type).sort()).toEqual(['bonus', 'refund', 'spending']);
  });

  it('is handled by the next poll of the page before the next sweep', async () => {
    const { device, page } = await scenario();
    const first = await device.claim();
    await expireLease(db(), first.id);
    // As if another device had claimed it, because the same device would get the same claim again.
    await db().query('UPDATE in_flight SET device_id = gen_random_uuid() WHERE page_guid = $1', [page.guid]);
    expect(await device.claim()).toMatchObject({ id: first.id, attempt: 2 });
    expect((await readPosting(db(), first.id)).retry_count).toBe(1);
  });

  it('after submitting leaves the posting unconfirmed, without another try and without a refund [S2.3-1]', async () => {
    const { device, doubted, balance } = await scenario();
    expect((await readPosting(db(), (await doubted()).id)).error_message).toBe(
      'The page stopped responding while posting. Check the page before you retry: the post may be live.',
    );
    expect((await device.poll()).claimed).toBeNull();
    expect(await balance()).toBe(140);
  });

  it('after submitting still accepts a late report: posted, or failed with a refund of the charge', async () => {
    const live = await scenario();
    const posted = await live.doubted();
    await live.device.posted(posted);
    const state = { status: 'posted', error_code: null, error_message: null };
    expect(await readPosting(db(), posted.id)).toMatchObject(state);
    const { device, doubted, balance } = await scenario();
    const failed = await doubted();
    await device.failed(failed, 'The button was disabled.');
    expect((await readPosting(db(), failed.id)).error_message).toBe('The button was disabled.');
    expect([await live.balance(), await balance()]).toEqual([140, 150]);
  });

  it('is swept together with 1,199 others in one sweep', async () => {
    const { owner, assistant, taskId } = await scenario();
    await db().query(
      `WITH g AS (
         INSERT INTO pages (owner_id, creator_id) SELECT $1, 'swept-' || n FROM generate_series(1, 1200) n RETURNING guid
       ), p AS (
         INSERT INTO page_postings
           (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index, delay_hours, gap_hours)
         SELECT $1, $2, $3, guid, 'posting', now(), 0, 0, 0, 0 FROM g RETURNING id, page_guid
       )
       INSERT INTO in_flight (page_guid, posting_id, owner_id, claim_token_hash, lease_expires_at)
       SELECT page_guid, id, $1, '', now() - interval '1 second' FROM p`,
      [owner.id, assistant.id, taskId],
    );
    await db().query('UPDATE tasks SET posting_count = 1200 WHERE id = $1', [taskId]);
    expect(await sweepLeases(db())).toEqual({ requeued: 1_200, failed: 0, unconfirmed: 0 });
    const [row] = await db().query('SELECT pending_count, posting_count FROM tasks WHERE id = $1', [taskId]);
    // The posting of the scenario is pending all the time.
    expect(row).toEqual({ pending_count: 1_201, posting_count: 0 });
  });

  it('is swept once by eight simultaneous sweeps', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    await expireLease(db(), claimed.id);
    await Promise.all(Array.from({ length: 8 }, () => sweepLeases(db())));
    expect(await transitionsOf(claimed)).toEqual(['pending>posting', 'posting>pending']);
  });
});

describe('refusals', () => {
  const database = useTestDatabase();
  const db = () => database.db;
  const scenario = (flyers: string[] = ['a', 'b', 'c', 'd']) => buildPostingScenario(db(), flyers);

  const minutesUntil = (time: Date | null): number => Math.round(((time?.getTime() ?? 0) - Date.now()) / 60_000);
  /** What a poll is told, and in how many minutes the page may post again. */
  async function waitOf({ device }: PostingScenario) {
    const { claimed, waitReason, waitUntil } = await device.poll();
    return { isClaimed: claimed !== null, waitReason, minutes: waitUntil && minutesUntil(waitUntil) };
  }
  const endPause = ({ setPage }: PostingScenario) => setPage('paused_until = now()');
  /** Claims a posting and reports that it failed right after the press. */
  async function refuse({ device, submitted }: PostingScenario, code: string, retryAfterSeconds?: number) {
    const claimed = await submitted();
    await device.failed(claimed, 'The site said no.', code, retryAfterSeconds);
    return claimed;
  }
  const stateOf = ({ id }: Claimed) => readPosting(db(), id);
  const REQUEUED = { status: 'pending', error_code: null, retry_count: 0 };

  describe('a rate limit', () => {
    test('returns the posting to the queue without a lost try, keeps its charge with the page, and pauses the page', async () => {
      const posting = await scenario();
      const claimed = await refuse(posting, 'rate_limited', 600);
      expect(await stateOf(claimed)).toMatchObject(REQUEUED);
      expect(await waitOf(posting)).toEqual({ isClaimed: false, waitReason: 'rate_limited', minutes: 10 });
      expect(await posting.balance()).toBe(140);
      await endPause(posting);
      const again = await posting.device.claim();
      expect(again.id).toBe(claimed.id);
      await posting.device.posted(again);
      expect(await posting.balance()).toBe(140);
    });

    test('takes no second fee when the 24 hours have ended meanwhile', async () => {
      const posting = await scenario();
      await refuse(posting, 'rate_limited', 86_400);
      await posting.setPage('paid_until = now(), paused_until = now()');
      await posting.device.claim();
      expect(await posting.balance()).toBe(140);
    });

    test.each([
      [undefined, [30]],
      [60, [1, 1, 60]],
    ])(
      'without a time lasts half an hour, and at least an hour at the third time in a row: %p',
      async (after, pauses) => {
        const posting = await scenario();
        for (const minutes of pauses) {
          await refuse(posting, 'rate_limited', after);
          expect(await waitOf(posting)).toMatchObject({ waitReason: 'rate_limited', minutes });
          await endPause(posting);
        }
      },
    );

    test('that is reported again changes nothing, and a different report is refused', async () => {
      const posting = await scenario();
      const claimed = await refuse(posting, 'rate_limited', 600);
      const pause = () => db().query('SELECT refusals, paused_until FROM pages WHERE guid = $1', [posting.page.guid]);
      const before = await pause();
      expect(await posting.device.failed(claimed, 'Again.', 'rate_limited', 9_000)).toMatchObject({
        status: 'pending',
      });
      await expect(posting.device.posted(claimed)).rejects.toMatchObject({ code: 'posting.claim_lost' });
      expect(await pause()).toEqual(before);
    });

    test('of a page that is unlinked meanwhile fails the posting and refunds its fee', async () => {
      const posting = await scenario(['a']);
      const claimed = await posting.device.claim();
      await posting.setPage('unlinked_at = now()');
      await posting.device.failed(claimed, 'Wait.', 'rate_limited', 60);
      expect(await stateOf(claimed)).toMatchObject({ status: 'failed', error_code: 'rate_limited' });
      expect(await posting.balance()).toBe(150);
      await cancelPostingsOfUnlinkedPages(db(), [posting.page.guid]);
      expect(await posting.balance()).toBe(150);
    });
  });

  describe('three refusals in a row', () => {
    test.each(['content', 'logged_out', 'broken'])('of the kind %s pause the page for a day', async (kind) => {
      const posting = await scenario();
      for (const expected of [true, true, false]) {
        expect(await stateOf(await refuse(posting, kind))).toMatchObject({ status: 'failed', error_code: kind });
        const [{ is_free }] = await db().query('SELECT paused_until IS NULL AS is_free FROM pages WHERE guid = $1', [
          posting.page.guid,
        ]);
        expect(is_free).toBe(expected);
      }
      expect(await waitOf(posting)).toEqual({ isClaimed: false, waitReason: 'site_refusals', minutes: 24 * 60 });
    });

    test('do not count across a post, or across refusals of another kind', async () => {
      const posting = await scenario(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
      for (const _ of [1, 2]) await refuse(posting, 'content');
      await posting.device.posted(await posting.device.claim());
      for (const kind of ['content', 'content', 'broken']) await refuse(posting, kind);
      expect((await waitOf(posting)).isClaimed).toBe(true);
    });
  });

  describe('a failure after submitting', () => {
    test.each(['refused', 'device', 'site_failing', 'anything', ...PROVEN_FAILURES])(
      'with the code %s is definite only if the code proves it',
      async (code) => {
        const posting = await scenario(['a']);
        const state = await stateOf(await refuse(posting, code));
        const isProven = (PROVEN_FAILURES as readonly string[]).includes(code);
        const isRequeued = ['rate_limited', 'not_pressed'].includes(code);
        expect([state.error_code, await posting.balance()]).toEqual(
          isRequeued ? [null, 140] : isProven ? [code, 150] : ['unconfirmed', 140],
        );
        if (!isProven)
          expect(state.error_message).toBe('The site said no. Check the page before you retry: the post may be live.');
      },
    );

    test('that is not proven stays in doubt when it is reported again, until a late report of the post', async () => {
      const posting = await scenario(['a']);
      const claimed = await refuse(posting, 'refused');
      expect(await posting.device.failed(claimed, 'No.', 'refused')).toMatchObject({ status: 'failed' });
      expect(await posting.balance()).toBe(140);
      await expect(posting.retry({ isAsked: false })).rejects.toMatchObject({ status: 409 });
      expect(await stateOf(claimed)).toMatchObject({ error_code: 'unconfirmed' });
      await posting.device.posted(claimed);
      expect(await stateOf(claimed)).toMatchObject({ status: 'posted', error_code: null });
    });

    test('that is not proven leaves a posting in doubt also after its lease has ended', async () => {
      const posting = await scenario(['a']);
      const claimed = await posting.doubted();
      await posting.device.failed(claimed, 'No.', 'refused');
      expect(await stateOf(claimed)).toMatchObject({ error_code: 'unconfirmed' });
      expect(await posting.balance()).toBe(140);
    });
  });

  test('before submitting any code is definite', async () => {
    const posting = await scenario(['a']);
    const claimed = await posting.device.claim();
    await posting.device.failed(claimed, 'The picture could not be fetched.', 'refused');
    expect(await stateOf(claimed)).toMatchObject({ status: 'failed', error_code: 'refused' });
    expect(await posting.balance()).toBe(150);
  });

  describe('a refusal and another call about the same page: the first has not committed, and the second waits for it', () => {
    const whileUncommitted = <T>(first: (on: Db) => Promise<unknown>, second: () => Promise<T>) =>
      whileUncommittedOn(db(), first, second);
    /** A posting whose button was pressed. */
    async function pressed() {
      const posting = await scenario(['a', 'b', 'c']);
      const claimed = await posting.submitted();
      const refuse = (on = db(), code = 'rate_limited') =>
        posting.deviceOn(on).failed(claimed, 'The site said no.', code, 600);
      const pause = async () =>
        (
          await db().query('SELECT refusals, paused_until > now() AS is_paused FROM pages WHERE guid = $1', [
            posting.page.guid,
          ])
        )[0];
      const resume = async (on: Db) => {
        await lockPagesOf(on, { ownerId: posting.owner.id, pageGuids: [posting.page.guid] });
        await resumePages(on, [[posting.page.guid]]);
      };
      return { posting, claimed, refuse, pause, resume, balance: posting.balance, state: () => stateOf(claimed) };
    }
    const PAUSED = { refusals: 1, is_paused: true };
    const FREE = { refusals: 0, is_paused: null };

    test('a rate limit that is reported twice at once counts once, and its posting goes back once [S2.3-1]', async () => {
      const { refuse, pause, state, balance } = await pressed();
      expect(await whileUncommitted(refuse, refuse)).toMatchObject({ status: 'pending' });
      expect([await pause(), await state(), await balance()]).toEqual([PAUSED, expect.objectContaining(REQUEUED), 140]);
    });

    test('Resume that waits for a refusal ends its pause', async () => {
      const { refuse, resume, pause } = await pressed();
      await whileUncommitted(refuse, () => inTransaction(db(), resume));
      expect(await pause()).toEqual(FREE);
    });

    test('Resume does not end the pause of a refusal that waits for it', async () => {
      const { refuse, resume, pause, balance } = await pressed();
      await whileUncommitted(resume, refuse);
      expect([await pause(), await balance()]).toEqual([PAUSED, 140]);
    });

    test('the end of the lease changes nothing during and after a rate limit: the posting is back in the queue', async () => {
      const { claimed, refuse, state, balance } = await pressed();
      await expireLease(db(), claimed.id);
      await inTransaction(db(), async (on) => {
        await refuse(on);
        await sweepLeases(db());
      });
      await sweepLeases(db());
      expect([await state(), await balance()]).toEqual([expect.objectContaining(REQUEUED), 140]);
    });

    test('the end of the lease that was first leaves a rate limit a failure of this posting, which nothing retries by itself', async () => {
      const { claimed, refuse, state, pause } = await pressed();
      await expireLease(db(), claimed.id);
      await whileUncommitted(sweepLeases, refuse);
      expect(await state()).toMatchObject({ status: 'failed', error_code: 'rate_limited' });
      expect(await pause()).toEqual(PAUSED);
    });

    test('a device that is replaced meanwhile still reports a refusal', async () => {
      const { posting, refuse, state, balance } = await pressed();
      await whileUncommitted((on) => relink(on, posting), refuse);
      expect((await state()).status).not.toBe('posting');
      expect(await balance()).toBe(140);
    });

    test('a device that is replaced after its refusal leaves the new device a page without the pause', async () => {
      const { posting, refuse, state, pause } = await pressed();
      await whileUncommitted(refuse, () => inTransaction(db(), (on) => relink(on, posting)));
      expect([(await state()).status, await pause()]).toEqual(['pending', FREE]);
    });

    test('posted first: the refusal is refused', async () => {
      const { posting, claimed, refuse, state, pause } = await pressed();
      const answer = await whileUncommitted((on) => posting.deviceOn(on).posted(claimed), refuse);
      expect(answer).toMatchObject({ status: 409 });
      expect([(await state()).status, await pause()]).toEqual(['posted', FREE]);
    });

    test.each(['rate_limited', 'content'])('refused first as %s: the post is refused', async (code) => {
      const { posting, claimed, refuse, state } = await pressed();
      const answer = await whileUncommitted(
        (on) => refuse(on, code),
        () => posting.device.posted(claimed),
      );
      expect(answer).toMatchObject({ status: 409 });
      expect((await state()).status).not.toBe('posted');
    });
  });
});
