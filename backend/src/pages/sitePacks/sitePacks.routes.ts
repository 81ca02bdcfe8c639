import {
  createStructureReport,
  getSitePack,
  listSitePacks,
  listStructureReports,
  publishSitePack as publishEndpoint,
  undoSitePack as undoEndpoint,
} from '@flyerdeck/contracts';
import { inTransaction } from '../../database/transaction.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { listPacks, listReports } from './sitePacks.query.ts';
import { packOf, parseSitePack, publishSitePack, storeStructureReport, undoSitePack } from './sitePacks.service.ts';

export function mountSitePackRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(getSitePack, async ({ db, deviceSecretHash, ctx }) => {
    ctx.vary('Authorization');
    const pack = await packOf(db, deviceSecretHash ?? null);
    if (!deviceSecretHash) ctx.set('Cache-Control', 'public, max-age=60');
    // A version always means the same pack.
    ctx.set('ETag', `"${pack.version}"`);
    return pack;
  });
  endpoints.mount(listSitePacks, async ({ db }) => ({ packs: await listPacks(db, []) }));
  endpoints.mount(publishEndpoint, async ({ db, user, body }) => {
    const pack = parseSitePack(body.text);
    const scope = { telegramId: body.telegram_id, adminId: user.id };
    await inTransaction(db, (tx) => publishSitePack(tx, pack, scope));
    return { version: pack.version };
  });
  endpoints.mount(undoEndpoint, async ({ db, user, body }) => {
    const scope = { telegramId: body.telegram_id, adminId: user.id };
    return { version: await inTransaction(db, (tx) => undoSitePack(tx, body.version, scope)) };
  });
  endpoints.mount(createStructureReport, ({ db, deviceSecretHash, body }) =>
    inTransaction(db, (tx) => storeStructureReport(tx, deviceSecretHash, body)),
  );
  endpoints.mount(listStructureReports, ({ db, query }) =>
    listReports(db, [query.posting_id ?? null, query.id ?? null]),
  );
}
