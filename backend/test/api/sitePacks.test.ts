import {
  createStructureReport,
  getSitePack,
  listAuditEvents,
  listSitePacks,
  listStructureReports,
  MAX_STRUCTURE_REPORTS_PER_PAGE,
  pollDevice,
  publishSitePack,
  undoSitePack,
} from '@flyerdeck/contracts';
import { deleteOldStructureReports } from '../../src/pages/sitePacks/sitePacks.query.ts';
import {
  buildPostingPages,
  forgetPacks,
  type PostingPage,
  packOfVersion,
  publish,
  undo,
} from '../../src/pages/sitePacks/sitePacks.testing.ts';
import { deviceOf } from '../deviceCalls.ts';
import { type BuiltPage, buildPage, buildUser } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUpAdmin } from './people.testing.ts';

const server = useTestServer();
const db = () => server.context.db;
beforeEach(() => forgetPacks(db()));

const REPORT = { site_pack_version: 1, what: 'probe' as const, missing: ['text'], structure: 'form > div' };
const newPage = async () => buildPage(db(), (await buildUser(db())).id, { name: 'Luna' });
const sendReport = (
  page: BuiltPage,
  body: Partial<Parameters<typeof server.call<typeof createStructureReport>>[1]> | object,
) => server.call(createStructureReport, { as: page.deviceSecret, body: { ...REPORT, ...body } as never });
const packOf = async (as?: string) => (await server.call(getSitePack, { as })).json.version;

describeCall(server, getSitePack, ({ succeeds, refuses }) => {
  succeeds('answers the pack of all pages', async () => {
    await publish(db(), 1);
    const answer = await server.call(getSitePack, { as: (await newPage()).deviceSecret });
    expect(answer.json).toEqual(packOfVersion(1));
  });
  refuses('while none is published', 'site_pack.none', async () => () => server.call(getSitePack));
});

test('a device that already has its pack gets 304', async () => {
  await publish(db(), 1);
  const page = await newPage();
  const etag = (await server.call(getSitePack, { as: page.deviceSecret })).headers.get('ETag') ?? '';
  const read = () => server.call(getSitePack, { as: page.deviceSecret, headers: { 'If-None-Match': etag } });
  const again = await read();
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  await publish(db(), 2);
  expect([(await read()).status, (await read()).json]).toEqual([200, packOfVersion(2)]);
});

test('a device with an unknown secret is not answered as one that is not linked', async () => {
  const { status, error } = await server.call(getSitePack, { as: 'unknown' });
  expect([status, error.code]).toEqual([401, 'auth.invalid']);
});

describe('a poll', () => {
  const poll = (page: BuiltPage | undefined, body = {}) =>
    server.call(pollDevice, { as: page?.deviceSecret as string, body });

  test('names the pack to use, and stores the one in use', async () => {
    const [page] = await buildPostingPages(db(), 1);
    expect((await poll(page)).json.site_pack_version).toBeNull();
    await publish(db(), 3);
    expect((await poll(page, { site_pack_version: 2 })).json.site_pack_version).toBe(3);
    const [row] = await db().query('SELECT site_pack_version FROM pages WHERE guid = $1', [page?.guid]);
    expect(row).toEqual({ site_pack_version: 2 });
  });

  test('gets a posting with the pack before too, because the new one may not fit; but not with one that was undone or is of another owner [S14.2-3]', async () => {
    const [page, other] = await buildPostingPages(db(), 2);
    await publish(db(), 1);
    await publish(db(), 2);
    await publish(db(), 3, other?.telegramId);
    const hasPosting = async (version: number) =>
      (await poll(page, { site_pack_version: version })).json.posting !== null;
    await undo(db());
    expect([await hasPosting(2), await hasPosting(3), await hasPosting(1)]).toEqual([false, false, true]);
    await publish(db(), 4);
    const [second] = await buildPostingPages(db(), 1);
    expect((await poll(second, { site_pack_version: 1 })).json.posting).not.toBeNull();
  });
});

describeCall(server, createStructureReport, ({ succeeds }) => {
  succeeds('stores the report', async () => {
    const page = await newPage();
    await sendReport(page, {});
    expect(await db().query('SELECT missing FROM structure_reports WHERE page_guid = $1', [page.guid])).toEqual([
      { missing: ['text'] },
    ]);
  });
});

const reportOf = async (page: BuiltPage, as: Awaited<ReturnType<typeof signUpAdmin>>['as']) => {
  const { json } = await server.call(listStructureReports, { as });
  return json.find(({ page_guid }) => page_guid === page.guid);
};

describeCall(server, listStructureReports, ({ succeeds }) => {
  succeeds('lists the reports with their structure', async () => {
    const page = await newPage();
    await sendReport(page, {});
    const report = await reportOf(page, (await signUpAdmin(server)).as);
    expect(report).toMatchObject({ page_name: 'Luna', what: 'probe', missing: ['text'], site_pack_version: 1 });
    expect(report?.structure).toBe('form > div');
  });
});

describe('structure reports', () => {
  test("name a posting of the page. Another page's posting is left out", async () => {
    const [page, other] = (await buildPostingPages(db(), 2)) as [PostingPage, PostingPage];
    const posting_id = (await deviceOf(db(), page).claim()).id;
    await sendReport(page, { what: 'post', posting_id });
    await sendReport(other, { what: 'post', posting_id });
    const admin = await signUpAdmin(server);
    const { json } = await server.call(listStructureReports, { as: admin.as, query: { posting_id } });
    expect(json.map(({ page_guid }) => page_guid)).toEqual([page.guid]);
  });

  test('are limited for each page and day, also when they arrive at the same time', async () => {
    const page = await newPage();
    const sent = Array.from({ length: MAX_STRUCTURE_REPORTS_PER_PAGE + 5 }, () => sendReport(page, {}));
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([204]));
    const stored = () => db().query('SELECT FROM structure_reports WHERE page_guid = $1', [page.guid]);
    expect(await stored()).toHaveLength(MAX_STRUCTURE_REPORTS_PER_PAGE);
    await db().query("UPDATE structure_reports SET created_at = now() - interval '31 days'");
    await deleteOldStructureReports(db(), []);
    expect(await stored()).toEqual([]);
  });
});

const missing = (page: BuiltPage | undefined, version: number, elements: string[]) =>
  deviceOf(db(), page as BuiltPage).poll({
    health: 'site_changed',
    site_pack_version: version,
    pack_misses: { version, elements },
  });

const textOf = (version: number) => JSON.stringify(packOfVersion(version));
type As = Awaited<ReturnType<typeof signUpAdmin>>['as'];
const eventsOf = async (as: As) =>
  (await server.call(listAuditEvents, { as, query: { actor: as.telegramId } })).json.events.map(
    ({ act, summary, target_telegram_id }) => [act, summary, target_telegram_id],
  );
const publishAs = (as: As, text: string, telegram_id?: string) =>
  server.call(publishSitePack, { as, body: { text, telegram_id } });

describeCall(server, publishSitePack, ({ succeeds, refuses }) => {
  succeeds('publishes to all pages, with one audit event', async () => {
    const { as } = await signUpAdmin(server);
    const answer = await publishAs(as, textOf(1));
    expect([answer.json, await packOf()]).toEqual([{ version: 1 }, 1]);
    expect(await eventsOf(as)).toEqual([['site_pack_published', 'version 1', null]]);
  });
  const refused = (sentence: RegExp) => ({ code: 'site_pack.refused', sentence });
  const refusesText = (when: string, sentence: RegExp, text: string) =>
    refuses(when, refused(sentence), async () => {
      const { as } = await signUpAdmin(server);
      await publish(db(), 2);
      return () => publishAs(as, text);
    });
  refusesText('for a text that is not JSON', /^This is not JSON/, '{');
  refusesText(
    'for a pack with a mistake',
    /^'code': Unexpected property.$/,
    JSON.stringify({ ...packOfVersion(3), code: 'alert()' }),
  );
  refusesText('for a version that these pages use', /^These pages use version 2 already\. Give/, textOf(2));
  refusesText(
    'for another pack of the same version',
    /^Version 2 is already another pack\. Give/,
    JSON.stringify({ ...packOfVersion(2), locales: ['de'] }),
  );
  refuses('for an unknown owner', 'user.not_found', async () => {
    const { as } = await signUpAdmin(server);
    return () => publishAs(as, textOf(1), '1');
  });
});

test("a pack for one owner is used by that owner's pages only, and wins over that of all, also a newer one", async () => {
  const { as } = await signUpAdmin(server);
  const [page, other] = await buildPostingPages(db(), 2);
  const both = async () => [await packOf(page?.deviceSecret), await packOf(other?.deviceSecret)];
  await publish(db(), 1);
  await publishAs(as, textOf(2), page?.telegramId);
  expect(await both()).toEqual([2, 1]);
  expect(await eventsOf(as)).toEqual([['site_pack_published', 'version 2', page?.telegramId]]);
  await publish(db(), 3);
  expect(await both()).toEqual([2, 3]);
  // The same pack may be published to all after it was tried with one owner.
  await undo(db());
  await publish(db(), 2);
  expect(await both()).toEqual([2, 2]);
});

describeCall(server, undoSitePack, ({ succeeds, refuses }) => {
  const undoAs = (as: As, version: number, telegram_id?: string) =>
    server.call(undoSitePack, { as, body: { version, telegram_id } });
  succeeds('goes one version back, with one audit event; the version may be published again', async () => {
    const { as } = await signUpAdmin(server);
    await publish(db(), 1);
    await publish(db(), 2);
    const answer = await undoAs(as, 2);
    expect([answer.json, await packOf()]).toEqual([{ version: 1 }, 1]);
    expect(await eventsOf(as)).toEqual([['site_pack_undone', 'version 2', null]]);
    await publish(db(), 2);
    expect(await packOf()).toBe(2);
  });
  refuses('for a version that is not current', 'site_pack.not_current', async () => {
    const { as } = await signUpAdmin(server);
    await publish(db(), 1);
    await publish(db(), 2);
    return () => undoAs(as, 1);
  });
  refuses('for an unknown owner', 'user.not_found', async () => {
    const { as } = await signUpAdmin(server);
    return () => undoAs(as, 1, '1');
  });

  test('of the pack of one owner gives the pages that of all, and then none', async () => {
    const { as } = await signUpAdmin(server);
    const [page] = await buildPostingPages(db(), 1);
    await publish(db(), 1);
    await publish(db(), 2, page?.telegramId);
    expect((await undoAs(as, 2, page?.telegramId)).json).toEqual({ version: 1 });
    expect((await undoAs(as, 1)).json).toEqual({ version: null });
    expect((await deviceOf(db(), page as BuiltPage).poll({})).sitePackVersion).toBeNull();
  });
});

describeCall(server, listSitePacks, ({ succeeds }) => {
  succeeds('lists the packs, and how many pages miss which element, with a report', async () => {
    const { as } = await signUpAdmin(server);
    const [one, two, other] = await buildPostingPages(db(), 3);
    await publish(db(), 1);
    await publish(db(), 2);
    await publish(db(), 3, other?.telegramId);
    await undo(db());
    await missing(one, 1, ['steps.1.fill', 'form']);
    await missing(two, 1, ['steps.1.fill']);
    await sendReport(two as BuiltPage, { missing: ['steps.1.fill'] });
    const answer = await server.call(listSitePacks, { as });
    const report_id = (await reportOf(two as BuiltPage, as))?.id;
    expect(answer.json.packs).toMatchObject([
      { version: 3, owner: { telegram_id: other?.telegramId }, is_current: true, undone_at: null },
      { version: 2, owner: null, is_current: false, undone_at: expect.any(String) },
      {
        version: 1,
        is_current: true,
        pages_count: 2,
        misses: [
          { element: 'steps.1.fill', pages: 2, report_id },
          { element: 'form', pages: 1, report_id: null },
        ],
      },
    ]);
  });
});
