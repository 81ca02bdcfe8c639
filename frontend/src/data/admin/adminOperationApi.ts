import { adminCredits, adminOperation, downloads, sitePacks } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

export const adminOperationApi = injectCalls(adminOperation, {
  diagnosePage: { provides: ['DetailedPosting/LIST'] },
  getFailureReport: { provides: ['Analytics'] },
  listBackups: { provides: ['Backup'] },
  listAuditEvents: { provides: ['AdminAct'] },
});
export const exportsApi = injectCalls(downloads, {});

export const {
  useDiagnosePageQuery,
  useGetFailureReportQuery,
  useListAuditEventsQuery,
  useListBackupsQuery,
  useRequestBackupMutation,
  useSetClaimPauseMutation,
} = adminOperationApi;
export const { useRequestExportMutation } = exportsApi;

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

export const adminCreditsApi = injectCalls(adminCredits, {
  listUserLedger: { provides: ['CreditUser/:telegramId'] },
});

export const {
  useAdjustCreditsOfUsersMutation,
  useBookPurchaseMutation,
  useListUserLedgerQuery,
  useReversePurchaseMutation,
} = adminCreditsApi;
