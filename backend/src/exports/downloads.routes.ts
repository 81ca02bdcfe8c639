import { getDownload } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import type { AnyExport } from './csvExport.ts';
import { DownloadSlots } from './downloadSlots.ts';
import { streamCsv } from './streamCsv.query.ts';
import { consumeTicket, downloadGone, findTicket } from './tickets.ts';

/** A download occupies a database connection until the client has read all of it. Only downloads with a valid ticket count. */
const MAX_DOWNLOADS = 4;
const MAX_DOWNLOADS_PER_ADMIN = 2;

export function mountDownloadsRoutes(
  endpoints: EndpointRouter,
  { logger, searchDb }: AppContext,
  exports: readonly AnyExport[],
): void {
  const slots = new DownloadSlots(MAX_DOWNLOADS, MAX_DOWNLOADS_PER_ADMIN);
  endpoints.mount(getDownload, async ({ db, params, ctx }) => {
    ctx.status = 200;
    ctx.type = 'csv';
    ctx.set('Cache-Control', 'no-store');
    // A HEAD request does not use up the ticket.
    if (ctx.method === 'HEAD') return;
    const { admin_id: adminId, export_name, parameters } = await findTicket(db, params.ticket);
    const csvExport = exports.find(({ name }) => name === export_name);
    // A ticket for another route, such as a user's own export.
    if (!csvExport) throw downloadGone();
    const freeSlot = slots.take(adminId);
    try {
      await consumeTicket(db, params.ticket);
      const csv = await streamCsv(searchDb, csvExport.columns, csvExport.select(parameters as never));
      csv.once('close', freeSlot);
      csv.once('error', (error) => {
        logger.warn({ err: error, export: csvExport.name }, 'an export was aborted');
        // The connection is closed, because after a normal end the file would look complete.
        ctx.res.destroy();
      });
      ctx.attachment(`${csvExport.name}-${new Date().toISOString().slice(0, 10)}.csv`);
      ctx.body = csv;
    } catch (error) {
      freeSlot();
      throw error;
    }
  });
}
