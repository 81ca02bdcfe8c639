import { getDownload } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import type { AnyExport } from './csvExport.ts';
import { streamCsv } from './streamCsv.query.ts';
import { consumeTicket, downloadGone, findTicket } from './tickets.ts';

/** A download occupies a database connection until the client has read all of it. Only downloads with a valid ticket count. */
const MAX_DOWNLOADS = 4;
const MAX_DOWNLOADS_PER_ADMIN = 2;
const RETRY_AFTER_SECONDS = 10;

export function mountDownloadsRoutes(
  endpoints: EndpointRouter,
  { logger }: AppContext,
  exports: readonly AnyExport[],
): void {
  /** The admin's id of each running download. */
  const running: string[] = [];
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
    const ofAdmin = running.filter((id) => id === adminId).length;
    if (running.length >= MAX_DOWNLOADS || ofAdmin >= MAX_DOWNLOADS_PER_ADMIN) {
      throw tooManyRequests(RETRY_AFTER_SECONDS);
    }
    running.push(adminId);
    const removeRunning = () => running.splice(running.indexOf(adminId), 1);
    try {
      await consumeTicket(db, params.ticket);
      const csv = await streamCsv(db, csvExport.columns, csvExport.select(parameters as never));
      csv.once('close', removeRunning);
      csv.once('error', (error) => {
        logger.warn({ err: error, export: csvExport.name }, 'an export was aborted');
        // The connection is closed, because after a normal end the file would look complete.
        ctx.res.destroy();
      });
      ctx.attachment(`${csvExport.name}-${new Date().toISOString().slice(0, 10)}.csv`);
      ctx.body = csv;
    } catch (error) {
      removeRunning();
      throw error;
    }
  });
}
