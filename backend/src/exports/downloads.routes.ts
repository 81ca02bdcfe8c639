import { type ExportBody, getDownload, requestExport } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import type { AnyExport } from './csvExport.ts';
import { streamCsv } from './streamCsv.query.ts';
import { ticketDownload } from './ticketDownload.ts';
import { checkAdminTicket, issueDownloadTicket } from './tickets.ts';

export function mountDownloadsRoutes(
  endpoints: EndpointRouter,
  context: AppContext,
  exports: Readonly<Record<ExportBody['list'], AnyExport>>,
): void {
  const byName = new Map<string, AnyExport>(Object.entries(exports));
  endpoints.mount(requestExport, ({ db, user, body }) => issueDownloadTicket(db, user, body));
  endpoints.mount(
    getDownload,
    ticketDownload(context, {
      type: 'csv',
      check: (ticket) => checkAdminTicket(ticket, (name) => byName.has(name)),
      async open(_db, { name, parameters }) {
        const csvExport = byName.get(name);
        if (!csvExport) return null;
        const body = await streamCsv(context.db, csvExport.columns, csvExport.select(parameters as never));
        return { fileName: `${name}-${new Date().toISOString().slice(0, 10)}.csv`, body };
      },
    }),
  );
}
