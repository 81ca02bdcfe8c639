import { getDownload } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import type { AnyExport } from './csvExport.ts';
import { streamCsv } from './streamCsv.query.ts';
import { findTicket, spendTicket } from './tickets.ts';

/** A download occupies a database connection until its client has read all of it. Only downloads with a valid ticket count. */
const DOWNLOADS_AT_ONCE = 4;
const DOWNLOADS_OF_ONE_ADMIN = 2;
const TRY_AGAIN_SECONDS = 10;

export function mountDownloadsRoutes(
  endpoints: EndpointRouter,
  { logger }: AppContext,
  exports: readonly AnyExport[],
): void {
  /** The id of the admin of each running download. */
  const running: string[] = [];
  endpoints.mount(getDownload, async ({ db, params, ctx }) => {
    ctx.status = 200;
    ctx.type = 'csv';
    ctx.set('Cache-Control', 'no-store');
    // HEAD does not use up the ticket.
    if (ctx.method === 'HEAD') return;
    const { admin_id: adminId, export_name, parameters } = await findTicket(db, params.ticket);
    const ofAdmin = running.filter((id) => id === adminId).length;
    if (running.length >= DOWNLOADS_AT_ONCE || ofAdmin >= DOWNLOADS_OF_ONE_ADMIN) {
      throw tooManyRequests(TRY_AGAIN_SECONDS);
    }
    running.push(adminId);
    const release = () => running.splice(running.indexOf(adminId), 1);
    try {
      await spendTicket(db, params.ticket);
      const csvExport = exports.find(({ name }) => name === export_name);
      if (!csvExport) throw new Error(`There is no export '${export_name}' in the list.`);
      const csv = await streamCsv(db, csvExport.columns, csvExport.select(parameters as never));
      csv.once('close', release);
      csv.once('error', (error) => {
        logger.warn({ err: error, export: csvExport.name }, 'an export was aborted');
        // The connection is broken on purpose: after a normal end the client would take the incomplete file for a complete one.
        ctx.res.destroy();
      });
      ctx.attachment(`${csvExport.name}-${new Date().toISOString().slice(0, 10)}.csv`);
      ctx.body = csv;
    } catch (error) {
      release();
      throw error;
    }
  });
}
