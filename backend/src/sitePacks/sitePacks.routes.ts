import {
  type AuditEventName,
  approveSitePack as approveEndpoint,
  BUILT_IN_SITE_PACK,
  createStructureReport,
  getSitePack,
  getStructureReport,
  listSitePacks,
  listStructureReports,
  publishSitePack as publishEndpoint,
  withdrawSitePack as withdrawEndpoint,
} from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { insertAuditEvent, listPacks } from './sitePacks.query.ts';
import {
  approveSitePack,
  packOfDevice,
  parseSitePack,
  publicPack,
  publishSitePack,
  storeStructureReport,
  withdrawSitePack,
} from './sitePacks.service.ts';
import { findReport, listReports } from './structureReports.query.ts';

const present = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

/** Changes a pack, and records the change as an audit event. */
const changePack = (db: Db, adminId: string, event: AuditEventName, version: number, work: (tx: Db) => Promise<void>) =>
  inTransaction(db, async (tx) => {
    await work(tx);
    await insertAuditEvent(tx, [adminId, event, version]);
  });

/** The site packs of devices, and the structure reports for admins. */
export function mountSitePackRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(getSitePack, async ({ db, deviceSecretHash, query, ctx }) => {
    const pack = deviceSecretHash
      ? await packOfDevice(db, deviceSecretHash)
      : await publicPack(db, query.older_than ?? null);
    ctx.vary('Authorization');
    if (!deviceSecretHash) ctx.set('Cache-Control', 'public, max-age=60');
    // A version is never published twice.
    ctx.set('ETag', `"${pack.version}"`);
    return pack;
  });
  endpoints.mount(listSitePacks, async ({ db }) => ({
    built_in_version: BUILT_IN_SITE_PACK.version,
    packs: (await listPacks(db, [])).map(({ published_at, withdrawn_at, ...pack }) => ({
      ...pack,
      published_at: published_at.toISOString(),
      withdrawn_at: withdrawn_at?.toISOString() ?? null,
    })),
  }));
  endpoints.mount(publishEndpoint, async ({ db, user, body }) => {
    const pack = parseSitePack(body.text);
    const { version } = pack;
    await changePack(db, user.id, 'site_pack_published', version, (tx) => publishSitePack(tx, pack));
    return { version };
  });
  endpoints.mount(approveEndpoint, ({ db, user, params }) => {
    const version = Number(params.version);
    return changePack(db, user.id, 'site_pack_approved', version, (tx) => approveSitePack(tx, version));
  });
  endpoints.mount(withdrawEndpoint, ({ db, user, params }) => {
    const version = Number(params.version);
    return changePack(db, user.id, 'site_pack_withdrawn', version, (tx) => withdrawSitePack(tx, version));
  });
  endpoints.mount(createStructureReport, ({ db, deviceSecretHash, body }) =>
    inTransaction(db, (tx) => storeStructureReport(tx, deviceSecretHash, body)),
  );
  endpoints.mount(listStructureReports, async ({ db, query }) =>
    (await listReports(db, [query.posting_id ?? null])).map(present),
  );
  endpoints.mount(getStructureReport, async ({ db, params }) => {
    const [row] = await findReport(db, [params.id]);
    if (!row) throw notFound('structure_report.not_found', 'There is no such report. Reports are kept for 30 days.');
    return present(row);
  });
}
