import * as adminOperation from '@flyerdeck/contracts/calls/adminOperation';
import * as downloads from '@flyerdeck/contracts/calls/downloads';
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
