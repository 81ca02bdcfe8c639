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
import { conflict, notFound, unprocessable } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { insertAuditEvent, listPacks } from './sitePacks.query.ts';
import {
  approveSitePack,
  packOfDevice,
  parseSitePack,
  publicPack,
  publishSitePack,
  SitePackError,
  storeStructureReport,
  withdrawSitePack,
} from './sitePacks.service.ts';
import { findReport, listReports } from './structureReports.query.ts';

const present = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

/** Changes a pack, with an audit event. `refuse` makes the answer from the sentence of a SitePackError. */
async function changePack(
  db: Db,
  { admin, event, version }: { admin: string; event: AuditEventName; version: number },
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await work(tx);
    await insertAuditEvent(tx, [admin, event, version]);
  });
}

/** Answers a SitePackError with its sentence. */
async function refusing<T>(refuse: (sentence: string) => Error, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SitePackError ? refuse(error.message) : error;
  }
}
const wrongStage = (sentence: string) => conflict('site_pack.wrong_stage', sentence);

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
  endpoints.mount(publishEndpoint, ({ db, user, body }) =>
    refusing(
      (sentence) => unprocessable('site_pack.refused', sentence),
      async () => {
        const pack = parseSitePack(body.text);
        const { version } = pack;
        await changePack(db, { admin: user.id, event: 'site_pack_published', version }, (tx) =>
          publishSitePack(tx, pack),
        );
        return { version };
      },
    ),
  );
  endpoints.mount(approveEndpoint, ({ db, user, params }) => {
    const version = Number(params.version);
    const change = { admin: user.id, event: 'site_pack_approved', version } as const;
    return refusing(wrongStage, () => changePack(db, change, (tx) => approveSitePack(tx, version)));
  });
  endpoints.mount(withdrawEndpoint, ({ db, user, params }) => {
    const version = Number(params.version);
    const change = { admin: user.id, event: 'site_pack_withdrawn', version } as const;
    return refusing(wrongStage, () => changePack(db, change, (tx) => withdrawSitePack(tx, version)));
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
