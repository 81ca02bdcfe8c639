import * as sitePacks from '@flyerdeck/contracts/calls/sitePacks';
import { injectCalls } from '../client.ts';

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
