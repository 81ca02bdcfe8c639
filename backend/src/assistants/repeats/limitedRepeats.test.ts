import { forecastAssistant, listCalendar, setLimitsOfPages, startQueue } from '@flyerdeck/contracts';
import { goOnline } from '../../../test/api/postingOwner.testing.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { buildAssistant } from '../../../test/factories.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { repeatsOn } from './repeats.testing.ts';

const server = useTestServer();
const { query, dueRepeat, run } = repeatsOn(server);
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

test('a further run plans its posts after those that wait, and moves none of them', async () => {
  const repeat = await limitedRepeat();
  await run();
  const device = deviceOf(server.context.db, repeat.page);
  await device.posted(await device.claim());
  const before = await repeat.planned();
  await repeat.becomeDue();
  await run();
  const after = await repeat.planned();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 2);
  expect((await device.claim()).scheduled_for?.getTime()).toBe(before[1]?.at);
});

test('the forecast of an assistant counts the posts of the runs before it', async () => {
  const repeat = await limitedRepeat();
  await run();
  const { id } = await buildAssistant(server.context.db, repeat.owner.id, {
    flyers: ['Later'],
    rules: { target_pages: [repeat.page.guid] },
  });
  const lastPlanned = (await repeat.planned()).at(-1)?.at ?? 0;
  const { first_at } = (await server.call(forecastAssistant, { as: repeat.call.as, params: { id } })).json;
  expect(Math.abs(Date.parse(first_at ?? '') - lastPlanned - 24 * HOUR_MS)).toBeLessThan(60_000);
});

test('pausing a copy that waits for the limits lets the next run post, and the repeat goes on', async () => {
  const repeat = await limitedRepeat();
  await run();
  await repeat.becomeDue();
  await run();
  const [second, first] = (await repeat.copies()).map(({ _id }) => _id);
  await query("UPDATE assistants SET pause_reason = 'user' WHERE id = $1", [first]);
  expect(new Set((await repeat.planned()).map(({ assistant }) => assistant))).toEqual(new Set([second]));
});
