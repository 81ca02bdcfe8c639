import { PROVEN_FAILURES } from '@flyerdeck/contracts';
import { type Claimed, expireLease, readPosting } from '../../../test/deviceCalls.ts';
import { readLedger } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { cancelPostingsOfUnlinkedPages } from '../end/cancelPostings.query.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { retryPostings } from '../retry/retryPostings.ts';

const database = useTestDatabase();
const db = () => database.db;
type Scenario = Awaited<ReturnType<typeof buildPostingScenario>>;
const scenario = (flyers: string[] = ['a', 'b', 'c', 'd']) => buildPostingScenario(db(), flyers);

const minutesUntil = (time: Date | null): number => Math.round(((time?.getTime() ?? 0) - Date.now()) / 60_000);
/** What a poll is told, and in how many minutes the page may post again. */
async function waitOf({ device }: Scenario) {
  const { claimed, waitReason, waitUntil } = await device.poll();
  return { isClaimed: claimed !== null, waitReason, minutes: waitUntil && minutesUntil(waitUntil) };
}
const endPause = ({ page }: Scenario) =>
  db().query('UPDATE pages SET paused_until = now() WHERE guid = $1', [page.guid]);
const balanceOf = async ({ owner }: Scenario) => (await readLedger(db(), owner.id)).balance;
/** Claims a posting and reports that it failed right after the press. */
async function refuse({ device }: Scenario, code: string, retryAfterSeconds?: number): Promise<Claimed> {
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.failed(claimed, 'The site said no.', code, retryAfterSeconds);
  return claimed;
}

describe('a rate limit', () => {
  test('returns the posting to the queue without a lost try, keeps its charge with the page, and pauses the page', async () => {
    const posting = await scenario();
    const claimed = await refuse(posting, 'rate_limited', 600);
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'pending', error_code: null, retry_count: 0 });
    expect(await waitOf(posting)).toEqual({ isClaimed: false, waitReason: 'rate_limited', minutes: 10 });
    expect(await balanceOf(posting)).toBe(140);

    await endPause(posting);
    const again = await posting.device.claim();
    expect(again.id).toBe(claimed.id);
    await posting.device.posted(again);
    expect(await balanceOf(posting)).toBe(140);
  });

  test('takes no second fee when the 24 hours have ended meanwhile', async () => {
    const posting = await scenario();
    await refuse(posting, 'rate_limited', 86_400);
    await db().query('UPDATE pages SET paid_until = now(), paused_until = now() WHERE guid = $1', [posting.page.guid]);
    await posting.device.claim();
    expect(await balanceOf(posting)).toBe(140);
  });

  test('without a time lasts half an hour', async () => {
    const posting = await scenario();
    await refuse(posting, 'rate_limited');
    expect(await waitOf(posting)).toMatchObject({ waitReason: 'rate_limited', minutes: 30 });
  });

  test('pauses the page for an hour at least at the third time in a row', async () => {
    const posting = await scenario();
    for (const minutes of [1, 1, 60]) {
      await refuse(posting, 'rate_limited', 60);
      expect(await waitOf(posting)).toMatchObject({ waitReason: 'rate_limited', minutes });
      await endPause(posting);
    }
  });

  test('that is reported again changes nothing, and a different report is refused', async () => {
    const posting = await scenario();
    const claimed = await refuse(posting, 'rate_limited', 600);
    const before = await db().query('SELECT refusals, paused_until FROM pages WHERE guid = $1', [posting.page.guid]);
    expect(await posting.device.failed(claimed, 'Again.', 'rate_limited', 9_000)).toMatchObject({ status: 'pending' });
    await expect(posting.device.posted(claimed)).rejects.toMatchObject({ code: 'posting.claim_lost' });
    const after = await db().query('SELECT refusals, paused_until FROM pages WHERE guid = $1', [posting.page.guid]);
    expect(after).toEqual(before);
  });

  test('of a page that is unlinked meanwhile fails the posting and refunds its fee', async () => {
    const posting = await scenario(['a']);
    const claimed = await posting.device.claim();
    await db().query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [posting.page.guid]);
    await posting.device.failed(claimed, 'Wait.', 'rate_limited', 60);
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'failed', error_code: 'rate_limited' });
    expect(await balanceOf(posting)).toBe(150);
    await cancelPostingsOfUnlinkedPages(db(), [posting.page.guid]);
    expect(await balanceOf(posting)).toBe(150);
  });
});

describe('three refusals in a row', () => {
  test.each(['content', 'logged_out', 'broken'])('of the kind %s pause the page for a day', async (kind) => {
    const posting = await scenario();
    for (const expected of [true, true, false]) {
      const claimed = await refuse(posting, kind);
      expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'failed', error_code: kind });
      const [{ is_free }] = await db().query('SELECT paused_until IS NULL AS is_free FROM pages WHERE guid = $1', [
        posting.page.guid,
      ]);
      expect(is_free).toBe(expected);
    }
    expect(await waitOf(posting)).toEqual({ isClaimed: false, waitReason: 'site_refusals', minutes: 24 * 60 });
  });

  test('do not count across a post, or across refusals of another kind', async () => {
    const posting = await scenario(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    await refuse(posting, 'content');
    await refuse(posting, 'content');
    await posting.device.posted(await posting.device.claim());
    await refuse(posting, 'content');
    await refuse(posting, 'content');
    await refuse(posting, 'broken');
    expect((await waitOf(posting)).isClaimed).toBe(true);
  });
});

describe('a failure after submitting', () => {
  const isDoubt = (proven: readonly string[], code: string) => !proven.includes(code);
  test.each(['refused', 'device', 'site_failing', 'anything', ...PROVEN_FAILURES])(
    'with the code %s is definite only if the code proves it',
    async (code) => {
      const posting = await scenario(['a']);
      const claimed = await refuse(posting, code);
      const state = await readPosting(db(), claimed.id);
      if (isDoubt(PROVEN_FAILURES, code)) {
        expect(state).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
        expect(state.error_message).toBe('The site said no. Check the page before you retry: the post may be live.');
        expect(await balanceOf(posting)).toBe(140);
      } else {
        expect([state.error_code, await balanceOf(posting)]).toEqual(
          ['rate_limited', 'not_pressed'].includes(code) ? [null, 140] : [code, 150],
        );
      }
    },
  );

  test('that is not proven stays in doubt when it is reported again, and is not retried without a question', async () => {
    const posting = await scenario(['a']);
    const claimed = await refuse(posting, 'refused');
    expect(await posting.device.failed(claimed, 'No.', 'refused')).toMatchObject({ status: 'failed' });
    expect(await balanceOf(posting)).toBe(140);
    const retry = retryPostings(db(), {
      ownerId: posting.owner.id,
      taskId: posting.taskId,
      postingIds: null,
      confirmUnconfirmed: false,
    });
    await expect(retry).rejects.toMatchObject({ status: 409 });
    expect(await readPosting(db(), claimed.id)).toMatchObject({ error_code: 'unconfirmed' });
  });

  test('that is not proven leaves a posting in doubt also after its lease has ended', async () => {
    const posting = await scenario(['a']);
    const claimed = await posting.device.claim();
    await posting.device.submitting(claimed);
    await expireLease(db(), claimed.id);
    await sweepLeases(db());
    await posting.device.failed(claimed, 'No.', 'refused');
    expect(await readPosting(db(), claimed.id)).toMatchObject({ error_code: 'unconfirmed' });
    expect(await balanceOf(posting)).toBe(140);
  });

  test('that is not proven becomes posted by a late report of the post', async () => {
    const posting = await scenario(['a']);
    const claimed = await refuse(posting, 'refused');
    await posting.device.posted(claimed);
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'posted', error_code: null });
  });
});

test('before submitting any code is definite', async () => {
  const posting = await scenario(['a']);
  const claimed = await posting.device.claim();
  await posting.device.failed(claimed, 'The picture could not be fetched.', 'refused');
  expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'failed', error_code: 'refused' });
  expect(await balanceOf(posting)).toBe(150);
});
