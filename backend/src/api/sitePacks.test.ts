import {
  approveSitePack,
  createStructureReport,
  getSitePack,
  getStats,
  getStructureReport,
  listAuditEvents,
  listSitePacks,
  listStructureReports,
  MAX_STRUCTURE_REPORTS_PER_PAGE,
  pollDevice,
  publishSitePack,
  withdrawSitePack,
} from '@flyerdeck/contracts';
import { type Claimed, deviceOf } from '../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildUser } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { BUILT_IN, buildPostingPages, forgetPacks, packOf, publish, readPack } from '../sitePacks/sitePacks.testing.ts';
import { deleteOldStructureReports } from '../sitePacks/structureReports.query.ts';
import { type CallTests, describeCall } from './describeCall.testing.ts';
import { signUpAdmin } from './people.testing.ts';

const server = useTestServer();
const db = () => server.context.db;
beforeEach(() => forgetPacks(db()));

const NEW = BUILT_IN + 1;
const REPORT = { site_pack_version: NEW, what: 'probe' as const, missing: ['text'], structure: 'form > div' };
const newPage = async () => buildPage(db(), (await buildUser(db())).id, { name: 'Luna' });
const sendReport = (
  page: BuiltPage,
  body: Partial<Parameters<typeof server.call<typeof createStructureReport>>[1]> | object,
) => server.call(createStructureReport, { as: page.deviceSecret, body: { ...REPORT, ...body } as never });

describeCall(server, getSitePack, ({ succeeds }) => {
  succeeds('answers the pack of the page', async () => {
    const answer = await server.call(getSitePack, { as: (await newPage()).deviceSecret });
    expect(answer.json).toEqual(packOf(BUILT_IN));
    return answer;
  });
});

test('a device that already has its pack gets 304', async () => {
  const page = await newPage();
  const etag = (await server.call(getSitePack, { as: page.deviceSecret })).headers.get('ETag') ?? '';
  const again = await server.call(getSitePack, { as: page.deviceSecret, headers: { 'If-None-Match': etag } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const [posting] = await buildPostingPages(db(), 1);
  await publish(db(), NEW);
  const other = await server.call(getSitePack, {
    as: posting?.deviceSecret as string,
    headers: { 'If-None-Match': etag },
  });
  expect([other.status, other.json]).toEqual([200, packOf(NEW)]);
});

test('an extension that is not linked gets the pack of all pages, which may be cached for a minute', async () => {
  await db().query("INSERT INTO site_packs (version, pack, stage) VALUES ($1, $2, 'all')", [NEW, packOf(NEW)]);
  await publish(db(), NEW + 1);
  const { status, json, headers } = await server.call(getSitePack);
  expect([status, json]).toEqual([200, packOf(NEW)]);
  expect([headers.get('Cache-Control'), headers.get('Vary')]).toEqual([
    'public, max-age=60',
    'Accept-Encoding, Authorization',
  ]);
  const again = await server.call(getSitePack, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('where that pack does not fit the site, it gets those that are tried, and older ones, but none that is withdrawn', async () => {
  await publish(db(), NEW);
  await db().query("SELECT withdraw_site_pack($1, 'wrong', NULL)", [NEW]);
  await publish(db(), NEW + 1);
  const olderThan = async (older_than: number) =>
    (await server.call(getSitePack, { query: { older_than } })).json.version;
  expect([await olderThan(2_147_483_647), await olderThan(NEW + 1), await olderThan(1)]).toEqual([
    NEW + 1,
    BUILT_IN,
    BUILT_IN,
  ]);
});

test('a device with an unknown secret is not answered as one that is not linked', async () => {
  const { status, error } = await server.call(getSitePack, { as: 'unknown' });
  expect([status, error.code]).toEqual([401, 'auth.invalid']);
});

test('a poll names the pack to use, and stores the one in use', async () => {
  const [page] = await buildPostingPages(db(), 1);
  await publish(db(), NEW);
  const { json } = await server.call(pollDevice, {
    as: page?.deviceSecret as string,
    body: { site_pack_version: NEW },
  });
  expect(json.site_pack_version).toBe(NEW);
  const [row] = await db().query('SELECT site_pack_version FROM pages WHERE guid = $1', [page?.guid]);
  expect(row).toEqual({ site_pack_version: NEW });
});

describeCall(server, createStructureReport, ({ succeeds }) => {
  succeeds('stores the report, and the page gets the pack before', async () => {
    const [page] = (await buildPostingPages(db(), 1)) as [BuiltPage];
    await publish(db(), NEW);
    const answer = await sendReport(page, {});
    expect((await server.call(getSitePack, { as: page.deviceSecret })).json.version).toBe(BUILT_IN);
    expect((await readPack(db(), NEW))?.stage).toBe('canary');
    return answer;
  });
});

const reportOf = async (page: BuiltPage, as: Awaited<ReturnType<typeof signUpAdmin>>['as']) => {
  const answer = await server.call(listStructureReports, { as });
  return { answer, report: answer.json.find(({ page_guid }) => page_guid === page.guid) };
};

describeCall(server, listStructureReports, ({ succeeds }) => {
  succeeds('lists the reports without their structure', async () => {
    const page = await newPage();
    await sendReport(page, {});
    const { answer, report } = await reportOf(page, (await signUpAdmin(server)).as);
    expect(report).toMatchObject({ page_name: 'Luna', what: 'probe', missing: ['text'], site_pack_version: NEW });
    expect(report).not.toHaveProperty('structure');
    return answer;
  });
});

describeCall(server, getStructureReport, ({ succeeds }) => {
  succeeds('answers a report with its structure', async () => {
    const page = await newPage();
    await sendReport(page, {});
    const { as } = await signUpAdmin(server);
    const { report } = await reportOf(page, as);
    const answer = await server.call(getStructureReport, { as, params: { id: report?.id ?? '' } });
    expect(answer.json).toEqual({ ...report, structure: 'form > div' });
    return answer;
  });
});

describe('structure reports', () => {
  test("name a posting of the page. Another page's posting is left out", async () => {
    const [page, other] = (await buildPostingPages(db(), 2)) as [BuiltPage, BuiltPage];
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

test("the admin's statistics show the packs and how many pages use them", async () => {
  const admin = await signUpAdmin(server);
  const read = async () => (await server.call(getStats, { as: admin.as })).json.site_pack;
  await db().query('UPDATE pages SET site_pack_version = NULL');
  const [page] = (await buildPostingPages(db(), 3)) as [BuiltPage];
  expect(await read()).toEqual({ version: BUILT_IN, pages_count: 3, latest: null });
  await publish(db(), NEW);
  await deviceOf(db(), page).poll({ site_pack_version: NEW });
  expect(await read()).toEqual({
    version: BUILT_IN,
    pages_count: 2,
    latest: { version: NEW, stage: 'canary', pages_count: 1, withdrawn_reason: null },
  });
});

const textOf = (version: number) => JSON.stringify(packOf(version));
const eventsOf = async (as: Awaited<ReturnType<typeof signUpAdmin>>['as']) =>
  (await server.call(listAuditEvents, { as, query: { actor: as.telegramId } })).json.events.map(
    ({ act, summary }) => `${act}: ${summary}`,
  );
const publishAs = (as: Awaited<ReturnType<typeof signUpAdmin>>['as'], text: string) =>
  server.call(publishSitePack, { as, body: { text } });

describeCall(server, publishSitePack, ({ succeeds, refuses }) => {
  succeeds('starts the rollout, with an audit event', async () => {
    await buildPostingPages(db(), 1);
    const { as } = await signUpAdmin(server);
    const answer = await publishAs(as, textOf(NEW));
    expect(answer.json).toEqual({ version: NEW });
    expect((await readPack(db(), NEW))?.stage).toBe('canary');
    expect(await eventsOf(as)).toEqual([`site_pack_published: version ${NEW}`]);
    return answer;
  });
  const refused = (sentence: RegExp) => ({ code: 'site_pack.refused', sentence });
  refuses('for a text that is not JSON', refused(/^This is not JSON/), async () => {
    const { as } = await signUpAdmin(server);
    return () => publishAs(as, '{');
  });
  refuses('for a pack with a mistake', refused(/^'code': Unexpected property.$/), async () => {
    const { as } = await signUpAdmin(server);
    return () => publishAs(as, JSON.stringify({ ...packOf(NEW), code: 'alert()' }));
  });
  refuses('for a version that exists', refused(/Give the pack a higher version.$/), async () => {
    const { as } = await signUpAdmin(server);
    return () => publishAs(as, textOf(BUILT_IN));
  });
});

const changes =
  (endpoint: typeof approveSitePack | typeof withdrawSitePack, act: string, stage: string) =>
  ({ succeeds, refuses }: CallTests) => {
    const change = (as: Awaited<ReturnType<typeof signUpAdmin>>['as'], version: number) =>
      server.call(endpoint, { as, params: { version: `${version}` } });
    succeeds('changes the stage, with an audit event', async () => {
      const { as } = await signUpAdmin(server);
      await publish(db(), NEW);
      const answer = await change(as, NEW);
      expect((await readPack(db(), NEW))?.stage).toBe(stage);
      expect(await eventsOf(as)).toEqual([`${act}: version ${NEW}`]);
      return answer;
    });
    const wrongStage = { code: 'site_pack.wrong_stage', sentence: /^Version 9 is not / };
    refuses('for a version that is not published', wrongStage, async () => {
      const { as } = await signUpAdmin(server);
      return () => change(as, 9);
    });
  };
describeCall(server, approveSitePack, changes(approveSitePack, 'site_pack_approved', 'all'));
describeCall(server, withdrawSitePack, changes(withdrawSitePack, 'site_pack_withdrawn', 'withdrawn'));

describeCall(server, listSitePacks, ({ succeeds }) => {
  succeeds('lists the packs with pages and owners by outcome', async () => {
    const { as } = await signUpAdmin(server);
    await db().query('UPDATE pages SET site_pack_version = NULL');
    const pages = (await buildPostingPages(db(), 3)) as [BuiltPage, BuiltPage, BuiltPage];
    await publish(db(), NEW);
    const [posting, failing, refusing] = pages;
    const claim = async (page: BuiltPage) =>
      (await deviceOf(db(), page).poll({ site_pack_version: NEW })).claimed as Claimed;
    await deviceOf(db(), posting).posted(await claim(posting));
    await deviceOf(db(), failing).failed(await claim(failing));
    await sendReport(refusing, {});
    const answer = await server.call(listSitePacks, { as });
    const one = { pages: 1, owners: 1 };
    expect(answer.json).toMatchObject({
      built_in_version: BUILT_IN,
      packs: [
        { version: NEW, stage: 'canary', pages_count: 2, chosen_count: 3, posted: one, failed: one, refused: one },
      ],
    });
    return answer;
  });
});
