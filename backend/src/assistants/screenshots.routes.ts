import { Readable } from 'node:stream';
import { downloadScreenshots, openScreenshots } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { ticketDownload } from '../exports/ticketDownload.ts';
import { checkOwnTicket, issueOwnTicket } from '../exports/tickets.ts';
import { zipOf } from '../exports/zipOf.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { countScreenshots, screenshotEntries } from './screenshotsZip.ts';

const SCREENSHOTS = 'screenshots';

export function mountScreenshotsRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const { db, files } = context;
  endpoints.mount(openScreenshots, async ({ db, user, params: { id } }) => {
    const counts = await countScreenshots(db, user.id, id);
    const { ticket, expiresAt } = await issueOwnTicket(db, user, SCREENSHOTS, { assistant_id: id });
    return { download_url: `/api/screenshots/${ticket}`, expires_at: expiresAt.toISOString(), ...counts };
  });

  endpoints.mount(
    downloadScreenshots,
    ticketDownload(context, {
      type: 'zip',
      check: (ticket) => checkOwnTicket(ticket, SCREENSHOTS),
      async open(_db, { ownerId, parameters }) {
        const { assistant_id: assistantId } = parameters as { assistant_id: string };
        const fileName = `flyerdeck-screenshots-${new Date().toISOString().slice(0, 10)}.zip`;
        const pieces = zipOf(screenshotEntries({ db, files }, { ownerId, assistantId }));
        return { fileName, body: Readable.from(pieces, { objectMode: false }) };
      },
    }),
  );
}
