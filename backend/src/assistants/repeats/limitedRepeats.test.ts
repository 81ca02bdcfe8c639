import { listCalendar, setLimitsOfPages, startQueue } from '@flyerdeck/contracts';
import { goOnline } from '../../../test/api/postingOwner.testing.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { repeatsOn } from './repeats.testing.ts';

const server = useTestServer();
const { dueRepeat, run } = repeatsOn(server);
const HOUR_MS = 3_600_000;

/** A repeat on a page that may post once in 24 hours: each run needs two days. */
async function limitedRepeat() {
  const repeat = await dueRepeat();
  const { as } = repeat.call;
  await server.call(startQueue, { as });
  await goOnline(server, repeat.owner);
  const limits = { max_posts_in_24_hours: 1, min_gap_minutes: null, hours: null };
  await server.call(setLimitsOfPages, { as, body: { guids: [repeat.page.guid], limits } });
  const planned = async () => {
    // One time for both: the calendar refuses a millisecond more than eight days.
    const now = Date.now();
    const [from, until] = [-1, 8 * 24 - 1].map((hours) => new Date(now + hours * HOUR_MS).toISOString());
    const query = { from: from as string, until: until as string };
    const { pages, tasks } = (await server.call(listCalendar, { as, query })).json;
    return (pages.find(({ page_guid }) => page_guid === repeat.page.guid)?.postings ?? []).map(
      ({ at, task_id, status }) => {
        const task = tasks.find(({ id }) => id === task_id);
        return { at: Date.parse(at), status, assistant: task?.assistant_id, text: task?.description };
      },
    );
  };
  return { ...repeat, planned };
}

test('runs wait in the queue when the limits of the page put their posts after the next run', async () => {
  const repeat = await limitedRepeat();
  for (let time = 0; time < 3; time++) {
    await run();
    await repeat.becomeDue();
  }
  const copies = (await repeat.copies()).map(({ _id }) => _id).reverse();
  const planned = await repeat.planned();
  expect(planned.map(({ assistant, text }) => [assistant, text])).toEqual(
    copies.flatMap((copy) => [
      [copy, 'One'],
      [copy, 'Two'],
    ]),
  );
  const gaps = planned.slice(1).map(({ at }, index) => at - (planned[index]?.at ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(24 * HOUR_MS);
  // A posting with a delay is scheduled at a whole minute.
  for (const gap of gaps) expect(gap).toBeLessThan(24 * HOUR_MS + 60_000);
});
