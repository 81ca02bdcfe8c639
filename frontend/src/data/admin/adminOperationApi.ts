import * as adminOperation from '@flyerdeck/contracts/calls/adminOperation';
import * as audit from '@flyerdeck/contracts/calls/audit';
import * as downloads from '@flyerdeck/contracts/calls/downloads';
import { injectCalls } from '../client.ts';

export const adminOperationApi = injectCalls(adminOperation, {
  diagnosePage: { provides: ['DetailedPosting/LIST'] },
  getFailureReport: { provides: ['Analytics'] },
  listBackups: { provides: ['Backup'] },
});
export const auditApi = injectCalls(audit, { listAuditEvents: { provides: ['AdminAct'] } });
export const exportsApi = injectCalls(downloads, {});

export const {
  useDiagnosePageQuery,
  useGetFailureReportQuery,
  useListBackupsQuery,
  useRequestBackupMutation,
  useSetClaimPauseMutation,
} = adminOperationApi;
export const { useListAuditEventsQuery } = auditApi;
export const { useRequestExportMutation } = exportsApi;
