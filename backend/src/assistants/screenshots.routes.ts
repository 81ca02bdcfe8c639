import { downloadScreenshots, openScreenshots } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { issueOwnTicket } from '../exports/tickets.ts';
import { zipDownload } from '../exports/zipDownload.ts';
import { zipOf } from '../exports/zipOf.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { countScreenshots, screenshotEntries } from './screenshotsZip.ts';

/** Name of the tickets for an assistant's screenshots. */
const SCREENSHOTS = 'screenshots';

export function mountScreenshotsRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const { searchDb: db, files } = context;
  endpoints.mount(openScreenshots, async ({ db, user, params: { id } }) => {
    const counts = await countScreenshots(db, user.id, id);
    const { ticket, expiresAt } = await issueOwnTicket(db, user.id, SCREENSHOTS, { assistant_id: id });
    return { download_url: `/api/screenshots/${ticket}`, expires_at: expiresAt.toISOString(), ...counts };
  });

  endpoints.mount(
    downloadScreenshots,
    zipDownload(context, {
      ticketName: SCREENSHOTS,
      async open(_db, { ownerId, parameters }) {
        const { assistant_id: assistantId } = parameters as { assistant_id: string };
        const name = `flyerdeck-screenshots-${new Date().toISOString().slice(0, 10)}.zip`;
        return { name, pieces: zipOf(screenshotEntries({ db, files }, { ownerId, assistantId })) };
      },
    }),
  );
}
