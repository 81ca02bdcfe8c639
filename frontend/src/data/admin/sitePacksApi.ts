import * as sitePacks from '@flyerdeck/contracts/calls/sitePacks';
import { injectCalls } from '../client.ts';

/** Site packs in the admin area, and what the extension did not find on the creator site. */
export const sitePacksApi = injectCalls(sitePacks, {
  listSitePacks: { provides: ['SitePack'] },
  listStructureReports: { provides: ['DetailedPosting/LIST'] },
});

export const {
  useListSitePacksQuery,
  usePublishSitePackMutation,
  useUndoSitePackMutation,
  useListStructureReportsQuery,
  useLazyListStructureReportsQuery,
} = sitePacksApi;
