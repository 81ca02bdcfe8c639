import * as sitePacks from '@flyerdeck/contracts/calls/sitePacks';
import { injectCalls } from '../client.ts';

/** Site packs in the admin area, and what the extension did not find on the creator site. */
export const sitePacksApi = injectCalls(sitePacks, {
  listSitePacks: { provides: ['SitePack'] },
  listStructureReports: { provides: ['DetailedPosting/LIST'] },
  // Saved as a file.
  getStructureReport: { keepUnusedDataFor: 0 },
});

export const {
  useListSitePacksQuery,
  usePublishSitePackMutation,
  useUndoSitePackMutation,
  useListStructureReportsQuery,
  useLazyGetStructureReportQuery,
} = sitePacksApi;
