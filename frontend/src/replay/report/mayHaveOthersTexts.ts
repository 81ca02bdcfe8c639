import type { CallsOf } from '../../data/calls.ts';

/** Calls without authentication whose answers contain only data of the user who makes them, or of nobody. */
type OwnPublicCall = 'signIn' | 'listPackages' | 'reportWebVitals';

/**
 * Calls whose answers may contain texts of other users. These texts are hidden in reports. The type requires all calls for admins
 * and all without authentication. Answers to the other calls are the user's own.
 */
const OTHERS: Readonly<Record<CallsOf<'admin'> | Exclude<CallsOf<'public'>, OwnPublicCall>, true>> = {
  downloadAccountExport: true,
  getLinkingData: true,
  downloadScreenshots: true,
  getImage: true,
  getAvatar: true,
  adjustCredits: true,
  exportCreditUsers: true,
  listCreditUsers: true,
  exportDetailedPostings: true,
  getPerformanceAnalytics: true,
  getPreview: true,
  listDetailedPostings: true,
  bookPurchase: true,
  getCreditUser: true,
  listUserLedger: true,
  exportUserLedger: true,
  reversePurchase: true,
  previewCreditBatch: true,
  bookCreditBatch: true,
  previewUserBatch: true,
  runUserBatch: true,
  listFailures: true,
  getFailureReport: true,
  getClaimPause: true,
  pauseClaims: true,
  resumeClaims: true,
  previewBulkRetry: true,
  runBulkRetry: true,
  endUserSessions: true,
  exportTrends: true,
  exportUsers: true,
  getStats: true,
  getTrends: true,
  getUser: true,
  getUserActivity: true,
  listUserActs: true,
  diagnosePage: true,
  listUsers: true,
  updateUser: true,
  exportAuditEvents: true,
  listAuditEvents: true,
  getDownload: true,
  listBackups: true,
  requestBackup: true,
  createLinkRequest: true,
  createRunner: true,
  getStructureReport: true,
  listStructureReports: true,
  getProblemReport: true,
  listProblemReports: true,
  setProblemReportStatus: true,
  listSitePacks: true,
  publishSitePack: true,
  approveSitePack: true,
  withdrawSitePack: true,
};

/** With these calls admins read tasks of other users. */
const READ_BY_ADMINS: readonly string[] = ['getTask', 'listTaskTimelines'] satisfies CallsOf<'user'>[];

/** Whether the answers of a call may contain texts of other users. */
export const mayHaveOthersTexts = (call: string, isAdmin: boolean): boolean =>
  call in OTHERS || (isAdmin && READ_BY_ADMINS.includes(call));
