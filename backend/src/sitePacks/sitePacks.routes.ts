import { createStructureReport, getSitePack, getStructureReport, listStructureReports } from '@flyerdeck/contracts';
import { inTransaction } from '../database/transaction.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { packOfDevice, publicPack, storeStructureReport } from './sitePacks.service.ts';
import { findReport, listReports } from './structureReports.query.ts';

const present = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

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
