import {
  forecastAssistant,
  getBalance,
  getTask,
  listCalendar,
  listPickerPages,
  listUserPages,
  type PageLimits,
  pollDevice,
  reportFailed,
  resumePage,
  setLimitsOfPages,
  USUAL_POST_SECONDS,
  unlinkPage,
  unlinkPages,
  updateTags,
  updateTagsOfPages,
} from '@flyerdeck/contracts';
import { type BuiltPage, buildAssistant, buildPage } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();

const linkPage = (owner: Person, options?: Parameters<typeof buildPage>[2]) =>
  buildPage(server.context.db, owner.id, options);
const pagesOf = async ({ as }: Person) => (await server.call(listUserPages, { as })).json.pages;

describeCall(server, listUserPages, ({ succeeds }) => {
  succeeds("lists the user's own linked pages with their state [7.2-01]", async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)];
    await linkPage(stranger);
    const offline = await linkPage(owner, { name: 'Offline', tags: ['vip'], paidHours: 3 });
    const online = await linkPage(owner, { name: 'Online' });
    await server.call(pollDevice, {
      as: online.deviceSecret,
      body: { extension_version: '2.0.0', health: 'logged_out' },
    });
    const answer = await server.call(listUserPages, { as: owner.as });
    expect(answer.json.pages).toEqual([
      expect.objectContaining({
        guid: online.guid,
        name: 'Online',
        is_active: true,
        is_paid: false,
        paid_until: null,
        health: 'logged_out',
        extension_version: '2.0.0',
        last_polled_at: expect.any(String),
      }),
      expect.objectContaining({
        guid: offline.guid,
        name: 'Offline',
        is_active: false,
        is_paid: true,
        paid_until: expect.any(String),
        tags: ['vip'],
        last_polled_at: null,
      }),
    ]);
  });

  succeeds(
    'shows a page as unpaid until its first post, which costs 10 credits and pays for 24 hours [4.7-02, 4.7-03, 9-01, 9-02]',
    async () => {
      const owner = await signUpPosting(server);
      expect(await pagesOf(owner)).toMatchObject([{ is_paid: false, paid_until: null, credits_charged: 0 }]);
      const before = Date.now();
      await owner.post(owner.pages[0], 'posted');
      const answer = await server.call(listUserPages, { as: owner.as });
      const [page] = answer.json.pages;
      expect(page).toMatchObject({ is_paid: true, credits_charged: 10 });
      const paidFrom = Date.parse(page?.paid_until ?? '') - 24 * 3_600_000;
      expect(paidFrom).toBeGreaterThanOrEqual(before);
      expect(paidFrom).toBeLessThanOrEqual(Date.now());
    },
  );
});

describeCall(server, listPickerPages, ({ succeeds }) => {
  succeeds('lists pages by name, and every tag once, ignoring case [7.2-04]', async () => {
    const owner = await signUp(server);
    await linkPage(await signUp(server), { name: 'Other', tags: ['other'] });
    const second = await linkPage(owner, { name: 'beta', tags: ['VIP', 'night'] });
    const first = await linkPage(owner, { name: 'Alpha', tags: ['vip'] });
    const answer = await server.call(listPickerPages, { as: owner.as });
    expect(answer.json).toEqual({
      pages: [
        { id: first.guid, name: 'Alpha', avatarUrl: null, tags: ['vip'] },
        { id: second.guid, name: 'beta', avatarUrl: null, tags: ['VIP', 'night'] },
      ],
      tags: ['night', 'vip'],
    });
  });
});

/** A user with ten pages that have a hundred tags each, all different. */
async function ownerOfManyTags(): Promise<Person> {
  const owner = await signUp(server);
  const pages = await fillOn(server).pages(owner.id, 10);
  for (const [index, guid] of pages.entries()) {
    const tags = Array.from({ length: 100 }, (_, place) => `tag ${index * 100 + place}`);
    await server.context.pool.query('UPDATE pages SET tags = $2 WHERE guid = $1', [guid, tags]);
  }
  return owner;
}

describeCall(server, updateTags, ({ succeeds, refuses }) => {
  succeeds('replaces the tags of a page, with any characters [5-07]', async () => {
    const owner = await signUp(server);
    const { guid } = await linkPage(owner, { tags: ['old'] });
    const tags = ['vip', '40 % off! <b>Скидка</b> ☀️'];
    const answer = await server.call(updateTags, { as: owner.as, params: { guid }, body: { tags } });
    expect(answer.json).toMatchObject({ guid, tags });
    expect(await pagesOf(owner)).toEqual([answer.json]);
  });

  refuses('when there are more than 100 tags', 'page.too_many_tags', async () => {
    const owner = await signUp(server);
    const { guid } = await linkPage(owner, { name: 'Full' });
    const tags = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    return () => server.call(updateTags, { as: owner.as, params: { guid }, body: { tags } });
  });

  refuses('when the pages would have more than 1,000 different tags', 'page.too_many_different_tags', async () => {
    const owner = await ownerOfManyTags();
    const { guid } = await linkPage(owner, { tags: ['tag 1'] });
    return () => server.call(updateTags, { as: owner.as, params: { guid }, body: { tags: ['one more'] } });
  });
});

describeCall(server, unlinkPage, ({ succeeds }) => {
  succeeds('removes the page from the list', async () => {
    const owner = await signUp(server);
    const { guid } = await linkPage(owner);
    await server.call(unlinkPage, { as: owner.as, params: { guid } });
    expect(await pagesOf(owner)).toEqual([]);
  });
});

/** The guid of a page that is no longer linked. Pages of others and unknown ones: `accessTests/plainUser.test.ts`. */
async function unlinkedPage(owner: Person): Promise<string> {
  const { guid } = await linkPage(owner);
  await server.call(unlinkPage, { as: owner.as, params: { guid } });
  return guid;
}

describeCall(server, updateTagsOfPages, ({ succeeds, refuses }) => {
  succeeds('adds and removes tags of the given pages, ignoring case, and changes no other pages', async () => {
    const owner = await signUp(server);
    const one = await linkPage(owner, { name: 'One', tags: ['VIP', 'old'] });
    const two = await linkPage(owner, { name: 'Two', tags: ['vip', 'Night'] });
    const other = await linkPage(owner, { name: 'Other', tags: ['old'] });
    const answer = await server.call(updateTagsOfPages, {
      as: owner.as,
      body: { guids: [one.guid, two.guid, one.guid], add: [' night ', 'new'], remove: ['OLD', 'vip'] },
    });
    const tags = (pages: readonly { guid: string; tags: string[] }[]) =>
      Object.fromEntries(pages.map((page) => [page.guid, page.tags]));
    const changed = { [one.guid]: ['night', 'new'], [two.guid]: ['Night', 'new'] };
    expect(tags(answer.json.pages)).toEqual(changed);
    expect(tags(await pagesOf(owner))).toEqual({ ...changed, [other.guid]: ['old'] });
  });

  refuses('when one of them is no longer linked', 'page.not_found', async () => {
    const owner = await signUp(server);
    const { guid } = await linkPage(owner, { tags: ['mine'] });
    const guids = [guid, await unlinkedPage(owner)];
    return () => server.call(updateTagsOfPages, { as: owner.as, body: { guids, add: ['x'], remove: ['mine'] } });
  });

  refuses('when a page would have more than 100 tags', 'page.too_many_tags', async () => {
    const owner = await signUp(server);
    const full = await linkPage(owner, {
      name: 'Full',
      tags: Array.from({ length: 100 }, (_, index) => `tag ${index}`),
    });
    const empty = await linkPage(owner);
    const guids = [empty.guid, full.guid];
    return () => server.call(updateTagsOfPages, { as: owner.as, body: { guids, add: ['x'], remove: [] } });
  });

  refuses('when the pages would have more than 1,000 different tags', 'page.too_many_different_tags', async () => {
    const owner = await ownerOfManyTags();
    const { guid } = await linkPage(owner);
    return () =>
      server.call(updateTagsOfPages, { as: owner.as, body: { guids: [guid], add: ['one more'], remove: [] } });
  });
});

describeCall(server, unlinkPages, ({ succeeds, refuses }) => {
  succeeds('unlinks each page, fails its postings and refunds claimed ones', async () => {
    const owner = await signUpPosting(server, { pages: ['Claimed', 'Waiting', 'Staying'] });
    const [claimed, waiting, staying] = owner.pages;
    await owner.post(claimed, 'claimed');
    const balance = async () => (await server.call(getBalance, { as: owner.as })).json.credits_balance;
    expect(await balance()).toBe(140);

    const guids = [waiting?.guid ?? '', claimed?.guid ?? ''];
    const answer = await server.call(unlinkPages, { as: owner.as, body: { guids } });
    expect([...answer.json.unlinked].sort()).toEqual([...guids].sort());
    expect((await pagesOf(owner)).map(({ guid }) => guid)).toEqual([staying?.guid]);
    expect(await balance()).toBe(150);
    for (const page of [claimed, waiting]) {
      const device = await server.call(pollDevice, { as: page?.deviceSecret });
      expect(device.json).toMatchObject({ page: { linked: false }, posting: null });
    }
    const task = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
    const unlinked = { status: 'failed', errorMessage: 'The page was unlinked.' };
    expect(task.json.page_postings).toHaveLength(3);
    expect(task.json.page_postings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ guid: claimed?.guid, ...unlinked }),
        expect.objectContaining({ guid: waiting?.guid, ...unlinked }),
        expect.objectContaining({ guid: staying?.guid, status: 'pending' }),
      ]),
    );
  });

  refuses('when one of them is no longer linked', 'page.not_found', async () => {
    const owner = await signUp(server);
    const { guid } = await linkPage(owner);
    const guids = [guid, await unlinkedPage(owner)];
    return () => server.call(unlinkPages, { as: owner.as, body: { guids } });
  });
});

/** When the calendar shows the page's only posting, and the first and last time of the forecast of another flyer on it. */
async function plannedTimes(owner: Person, page: BuiltPage) {
  const range = { from: new Date().toISOString(), until: new Date(Date.now() + 2 * 86_400_000).toISOString() };
  const calendar = await server.call(listCalendar, { as: owner.as, query: range });
  const rules = { target_pages: [page.guid] };
  const { id } = await buildAssistant(server.context.db, owner.id, { flyers: ['Another'], rules });
  const { json } = await server.call(forecastAssistant, { as: owner.as, params: { id } });
  const shown = calendar.json.pages.find(({ page_guid }) => page_guid === page.guid);
  return [shown?.postings[0]?.at, json.first_at, json.last_at];
}

describeCall(server, resumePage, ({ succeeds }) => {
  succeeds('ends the pause that follows a rate limit, which card, task and poll show with its time', async () => {
    const owner = await signUpPosting(server, { flyers: ['One'] });
    const page = owner.pages[0] as BuiltPage;
    const poll = async () => (await server.call(pollDevice, { as: page.deviceSecret, body: {} })).json;
    const { posting } = await poll();
    const body = { claim_token: posting?.claim_token ?? '', message: 'Wait.', code: 'rate_limited' };
    const params = { id: posting?.id ?? '' };
    const call = { as: page.deviceSecret, params, body: { ...body, retry_after_seconds: 3_600 } };
    const { json } = await server.call(reportFailed, call);
    expect(json).toEqual({ status: 'pending', lease_expires_at: null });
    const [shown] = await pagesOf(owner);
    expect(shown?.pause?.kind).toBe('rate_limited');
    const until = shown?.pause?.until ?? '';
    const wait = { wait_reason: 'rate_limited', wait_until: until };
    expect(await poll()).toMatchObject({ posting: null, ...wait, await_hint: true });
    const task = await server.call(getTask, { as: owner.as, params: { id: owner.taskIds[0] ?? '' } });
    expect(task.json.page_postings).toMatchObject([{ status: 'pending', ...wait }]);
    const afterIt = new Date(Date.parse(until) + USUAL_POST_SECONDS * 1_000).toISOString();
    expect(await plannedTimes(owner, page)).toEqual([until, afterIt, afterIt]);

    const answer = await server.call(resumePage, { as: owner.as, params: { guid: page.guid } });
    expect(answer.json).toMatchObject({ guid: page.guid, pause: null });
    expect((await poll()).posting?.id).toBe(posting?.id);
  });
});

describeCall(server, setLimitsOfPages, ({ succeeds, refuses }) => {
  const hours = { from: '09:30', until: '17:00', time_zone: 'Europe/Berlin' };
  const limits: PageLimits = { max_posts_in_24_hours: 3, min_gap_minutes: 90, hours };
  const set = (owner: Person, guids: string[], to: PageLimits | null) =>
    server.call(setLimitsOfPages, { as: owner.as, body: { guids, limits: to } });

  succeeds('stores the limits of all chosen pages', async () => {
    const owner = await signUp(server);
    const [first, second, other] = [await linkPage(owner), await linkPage(owner), await linkPage(owner)];
    const answer = await set(owner, [first.guid, second.guid], limits);
    expect(answer.json.pages.map((page) => page.limits)).toEqual([limits, limits]);
    expect((await pagesOf(owner)).find(({ guid }) => guid === other.guid)?.limits).toBeNull();
  });

  succeeds(
    'makes a posting wait that has no permitted time now, without a charge, until the limits change',
    async () => {
      const owner = await signUpPosting(server, { flyers: ['One', 'Two'] });
      const page = owner.pages[0] as BuiltPage;
      await set(owner, [page.guid], { max_posts_in_24_hours: 1, min_gap_minutes: null, hours: null });
      await owner.post(page, 'posted');
      await server.context.db.query('UPDATE pages SET paid_until = now() WHERE guid = $1', [page.guid]);
      const balance = async () => (await server.call(getBalance, { as: owner.as })).json;
      const before = await balance();
      const poll = () => server.call(pollDevice, { as: page.deviceSecret, body: {} });
      const refused = (await poll()).json;
      expect(refused).toMatchObject({ posting: null, wait_reason: 'page_limit', await_hint: true });
      expect(await balance()).toEqual(before);
      const [shown] = await pagesOf(owner);
      const hoursLeft = (Date.parse(shown?.limited_until ?? '') - Date.now()) / 3_600_000;
      expect(refused.wait_until).toBe(shown?.limited_until);
      expect(hoursLeft).toBeGreaterThan(23.9);
      expect(hoursLeft).toBeLessThanOrEqual(24);
      const waiting = await server.call(getTask, { as: owner.as, params: { id: owner.taskIds[1] ?? '' } });
      expect(waiting.json.page_postings).toMatchObject([
        { status: 'pending', wait_reason: 'page_limit', wait_until: shown?.limited_until },
      ]);
      await set(owner, [page.guid], null);
      expect((await poll()).json.posting).not.toBeNull();
    },
  );

  refuses('when one of them is no longer linked', 'page.not_found', async () => {
    const owner = await signUp(server);
    const guids = [(await linkPage(owner)).guid, await unlinkedPage(owner)];
    return () => set(owner, guids, limits);
  });

  refuses('when the hours begin and end at the same time', 'page.empty_hours', async () => {
    const owner = await signUp(server);
    const { guid } = await linkPage(owner);
    return () => set(owner, [guid], { ...limits, hours: { ...hours, until: hours.from } });
  });

  for (const zone of ['Europe/Nowhere', 'EST', '+02:00', 'FOO+3']) {
    refuses(
      `with the time zone ${zone}`,
      {
        code: 'page.unknown_time_zone',
        sentence: `'${zone}' is not the name of a time zone. Choose one like Europe/Berlin.`,
      },
      async () => {
        const owner = await signUp(server);
        const { guid } = await linkPage(owner);
        return () => set(owner, [guid], { ...limits, hours: { ...hours, time_zone: zone } });
      },
    );
  }
});
