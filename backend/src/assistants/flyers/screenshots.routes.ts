import { Readable } from 'node:stream';
import { openScreenshots } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import type { DownloadKind } from '../../server/exports/downloads.routes.ts';
import { issueOwnTicket } from '../../server/exports/tickets.ts';
import { zipOf } from '../../server/exports/zipOf.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { countScreenshots, screenshotEntries } from './screenshotsZip.ts';

export function mountScreenshotsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(openScreenshots, async ({ db, user, params: { id } }) => {
    const counts = await countScreenshots(db, user.id, id);
    return { ...(await issueOwnTicket(db, user, 'screenshots', { assistant_id: id })), ...counts };
  });
}

export const screenshotsDownload = ({ db, files }: AppContext): DownloadKind => ({
  type: 'zip',
  async open(_db, { ownerId, parameters }) {
    const { assistant_id: assistantId } = parameters as { assistant_id: string };
    const fileName = `flyerdeck-screenshots-${new Date().toISOString().slice(0, 10)}.zip`;
    const pieces = zipOf(screenshotEntries({ db, files }, { ownerId, assistantId }));
    return { fileName, body: Readable.from(pieces, { objectMode: false }) };
  },
});
