import {
  createStructureReport,
  getSitePack,
  getStats,
  getStructureReport,
  listStructureReports,
  MAX_STRUCTURE_LENGTH,
  MAX_STRUCTURE_REPORTS_PER_PAGE,
  pollDevice,
} from '@flyerdeck/contracts';
import { deviceOf } from '../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildUser } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { signUp, signUpAdmin } from '../api/people.testing.ts';
import { BUILT_IN, buildPostingPages, forgetPacks, packOf, publish, readPack } from './sitePacks.testing.ts';
import { deleteOldStructureReports } from './structureReports.query.ts';

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

test('a device gets its pack, and 304 when it already has it', async () => {
  const page = await newPage();
  const first = await server.call(getSitePack, { as: page.deviceSecret });
  expect([first.status, first.json]).toEqual([200, packOf(BUILT_IN)]);
  const etag = first.headers.get('ETag') ?? '';
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

test('an unknown device gets neither a pack nor may it report', async () => {
  expect((await server.call(getSitePack, { as: 'unknown' })).status).toBe(401);
  expect((await server.call(createStructureReport, { as: 'unknown', body: REPORT })).status).toBe(401);
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

test('a page with the trouble site_changed gets no posting and is not charged', async () => {
  const [page] = await buildPostingPages(db(), 1);
  await db().query('UPDATE pages SET paid_until = NULL WHERE guid = $1', [page?.guid]);
  const { json } = await server.call(pollDevice, {
    as: page?.deviceSecret as string,
    body: { health: 'site_changed' },
  });
  expect(json).toMatchObject({ posting: null, wait_reason: 'site_changed' });
  expect(await db().query('SELECT FROM credit_transactions WHERE page_guid = $1', [page?.guid])).toEqual([]);
});

describe('structure reports', () => {
  test('are listed and read by admins only, and withdraw the pack that the page tries', async () => {
    const [page] = (await buildPostingPages(db(), 1)) as [BuiltPage];
    await publish(db(), NEW);
    expect((await sendReport(page, {})).status).toBe(204);
    expect((await readPack(db(), NEW))?.stage).toBe('withdrawn');
    const admin = await signUpAdmin(server);
    const { json } = await server.call(listStructureReports, { as: admin.as });
    const report = json.find(({ page_guid }) => page_guid === page.guid);
    expect(report).toMatchObject({ page_name: 'Page 0', what: 'probe', missing: ['text'], site_pack_version: NEW });
    const id = report?.id as string;
    const full = await server.call(getStructureReport, { as: admin.as, params: { id } });
    expect(full.json).toEqual({ ...report, structure: 'form > div' });
    const user = await signUp(server);
    expect((await server.call(listStructureReports, { as: user.as })).status).toBe(403);
    expect((await server.call(getStructureReport, { as: user.as, params: { id } })).status).toBe(403);
    const unknown = await server.call(getStructureReport, { as: admin.as, params: { id: page.guid } });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'structure_report.not_found']);
  });

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

  test('are limited in size', async () => {
    const page = await newPage();
    expect((await sendReport(page, { structure: 'a'.repeat(MAX_STRUCTURE_LENGTH + 1) })).status).toBe(400);
    expect((await sendReport(page, { structure: 'a'.repeat(MAX_STRUCTURE_LENGTH) })).status).toBe(204);
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
