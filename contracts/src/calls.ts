// Written by `npm run calls`.
import type { CallsOf } from './call.ts';
import type { areas } from './registry.ts';

export const auth: CallsOf<typeof areas.auth> = {
  endSession: { method: 'DELETE', path: '/auth/sessions/:id', changes: ['Session/LIST'], refetchOnFailure: ['Session/LIST'] },
  eraseAccount: { method: 'POST', path: '/account/erasure' },
  finishOidc: { method: 'POST', path: '/auth/oidc', access: 'public' },
  listSessions: { path: '/auth/sessions' },
  me: { path: '/auth/me' },
  openAccountExport: { method: 'POST', path: '/account/export/ticket' },
  sendComputerLink: { method: 'POST', path: '/account/computer-link' },
  signIn: { method: 'POST', path: '/auth/telegram', access: 'public' },
  signOut: { method: 'POST', path: '/auth/logout' },
  startOidc: { method: 'POST', path: '/auth/oidc/start', access: 'public' },
};

export const linking: CallsOf<typeof areas.linking> = {
  describeLinking: { method: 'POST', path: '/describe_linking' },
  getLinkingData: { path: '/get_linking_data/:token', access: 'public' },
  verifyLinking: { method: 'POST', path: '/verify_linking', changes: ['Page'] },
};

export const pages: CallsOf<typeof areas.pages> = {
  listPickerPages: { path: '/pages' },
  listUserPages: { path: '/get_user_pages' },
  resumePage: { method: 'POST', path: '/pages/:guid/resume', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  setLimitsOfPages: { method: 'POST', path: '/pages/bulk-limits', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  unlinkPage: { method: 'DELETE', path: '/unlink_page/:guid', changes: ['Page/PICKER', 'Task', 'Assistant/LIST', 'Queue'] },
  unlinkPages: { method: 'POST', path: '/pages/bulk-unlink', changes: ['Page/PICKER', 'Task', 'Assistant/LIST', 'Queue'] },
  updateTags: { method: 'PUT', path: '/pages/:guid/tags', changes: ['Page/PICKER'] },
  updateTagsOfPages: { method: 'POST', path: '/pages/bulk-tags', changes: ['Page/PICKER'] },
};

export const assistants: CallsOf<typeof areas.assistants> = {
  addToQueue: { method: 'POST', path: '/assistants/:id/add-to-queue', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  createAssistant: { method: 'POST', path: '/assistants' },
  deleteAssistant: { method: 'DELETE', path: '/assistants/:id', changes: ['Task/LIST', 'Queue'] },
  deleteRepeat: { method: 'DELETE', path: '/assistants/:id/repeat' },
  listAssistantTasks: { path: '/assistants/:id/tasks' },
  listAssistants: { path: '/assistants' },
  openScreenshots: { method: 'POST', path: '/assistants/:id/screenshots/ticket' },
  pauseAssistant: { method: 'POST', path: '/assistants/:id/pause', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  pauseRepeat: { method: 'PATCH', path: '/assistants/:id/repeat' },
  processScreenshots: { method: 'POST', path: '/assistants/:id/process-screenshots', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  reorderTasks: { method: 'PUT', path: '/assistants/:id/task-order', refetchOnFailure: ['Task/ASSISTANT-:id'] },
  resumeAssistant: { method: 'POST', path: '/assistants/:id/resume', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  saveRepeat: { method: 'PUT', path: '/assistants/:id/repeat' },
  updateAssistant: { method: 'PUT', path: '/assistants/:id', changes: ['Task/ASSISTANT-:id'] },
};

export const forecasts: CallsOf<typeof areas.forecasts> = {
  forecastAssistant: { method: 'POST', path: '/assistants/:id/forecast' },
  getListedWords: { path: '/listed-words' },
  previewTexts: { method: 'POST', path: '/assistants/:id/preview-texts' },
  setListedWords: { method: 'PUT', path: '/listed-words', changes: ['ListedWords', 'Forecast'] },
};

export const sheets: CallsOf<typeof areas.sheets> = {
  queueSheet: { method: 'POST', path: '/assistants/sheets', changes: ['Task', 'Assistant/LIST', 'Queue'] },
};

export const presets: CallsOf<typeof areas.presets> = {
  createPreset: { method: 'POST', path: '/presets', changes: ['Preset'] },
  deletePreset: { method: 'DELETE', path: '/presets/:id', changes: ['Assistant/LIST', 'Task'] },
  listPresets: { path: '/presets' },
  updatePreset: { method: 'PUT', path: '/presets/:id', changes: ['Preset', 'Assistant/LIST', 'Task'] },
};

export const tasks: CallsOf<typeof areas.tasks> = {
  archiveFinalized: { method: 'POST', path: '/tasks/archive-finalized', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  deleteTask: { method: 'DELETE', path: '/tasks/:id', changes: ['Task/LIST', 'Assistant/LIST', 'Queue'] },
  getTask: { path: '/tasks/:id' },
  listTasks: { path: '/tasks' },
  retryTask: { method: 'POST', path: '/tasks/:id/retry', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  updateTask: { method: 'PUT', path: '/tasks/:id' },
  uploadTasks: { method: 'POST', path: '/assistants/:id/tasks', changes: ['Assistant/LIST'] },
};

export const queue: CallsOf<typeof areas.queue> = {
  getAttention: { path: '/attention' },
  listCalendar: { path: '/queue/calendar' },
  queueInfo: { path: '/queue/info' },
  queueStatus: { path: '/queue/status' },
  retryAttention: { method: 'POST', path: '/attention/retry', changes: ['Task', 'Assistant/LIST', 'Queue'] },
  startQueue: { method: 'POST', path: '/queue/start', changes: ['Task', 'Assistant/LIST', 'Queue'], refetchOnFailure: ['Task', 'Assistant/LIST', 'Queue'] },
  stopQueue: { method: 'POST', path: '/queue/stop', changes: ['Task', 'Assistant/LIST', 'Queue'], refetchOnFailure: ['Task', 'Assistant/LIST', 'Queue'] },
};

export const credits: CallsOf<typeof areas.credits> = {
  adjustCredits: { method: 'POST', path: '/credits/admin/adjust-credits', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] },
  createStarsInvoice: { method: 'POST', path: '/credits/stars-invoice' },
  getBalance: { path: '/credits/balance' },
  getCreditOutlook: { path: '/credits/outlook' },
  listCreditUsers: { path: '/credits/admin/users-credits' },
  listEntries: { path: '/credits/entries' },
  listPackages: { path: '/credits/packages', access: 'public' },
  listSpending: { path: '/credits/spending' },
  listTransactions: { path: '/credits/transactions' },
};

export const postings: CallsOf<typeof areas.postings> = {
  getPerformanceAnalytics: { path: '/page-postings/performance-analytics' },
  getPreview: { path: '/page-postings/:pagePostingId/view-data', access: 'public' },
  listDetailedPostings: { path: '/page-postings/detailed-admin' },
  retryFailedPostings: { method: 'POST', path: '/page-postings/bulk-retry', changes: ['DetailedPosting/LIST'] },
};

export const adminCredits: CallsOf<typeof areas.adminCredits> = {
  adjustCreditsOfUsers: { method: 'POST', path: '/credits/admin/bulk-adjust', changes: ['CreditUser', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] },
  bookPurchase: { method: 'POST', path: '/credits/admin/purchases', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] },
  listUserLedger: { path: '/credits/admin/users-credits/:telegramId/ledger' },
  reversePurchase: { method: 'POST', path: '/credits/admin/purchases/reverse', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] },
};

export const admin: CallsOf<typeof areas.admin> = {
  endUserSessions: { method: 'POST', path: '/admin/users/:telegramId/end-sessions', changes: ['AdminAct'] },
  getStats: { path: '/admin/stats' },
  getTrends: { path: '/admin/trends' },
  getUser: { path: '/admin/users/:telegramId' },
  getUserActivity: { path: '/admin/user/:telegramId/activity' },
  listUsers: { path: '/admin/users' },
  setUsersActive: { method: 'POST', path: '/admin/users/bulk-active', changes: ['AdminStats', 'AdminUser', 'AdminAct'] },
  updateUser: { method: 'PATCH', path: '/admin/users/:telegramId', changes: ['AdminStats', 'AdminAct', 'AdminUser/LIST'] },
};

export const adminOperation: CallsOf<typeof areas.adminOperation> = {
  diagnosePage: { path: '/admin/pages/:guid' },
  getFailureReport: { path: '/admin/failures' },
  listAuditEvents: { path: '/admin/audit' },
  listBackups: { path: '/admin/backups' },
  requestBackup: { method: 'POST', path: '/admin/backups', changes: ['Backup'] },
  restoreBackup: { method: 'POST', path: '/restore', access: 'public' },
  setClaimPause: { method: 'PUT', path: '/admin/claim-pause', changes: ['AdminStats'] },
};

export const downloads: CallsOf<typeof areas.downloads> = {
  requestExport: { method: 'POST', path: '/admin/exports', changes: ['AdminAct'], refetchOnFailure: ['AdminAct'] },
};

export const runners: CallsOf<typeof areas.runners> = {
  endRunner: { method: 'DELETE', path: '/runners/:id', changes: ['Runner/LIST', 'Page'], refetchOnFailure: ['Runner/LIST'] },
  listRunners: { path: '/runners' },
  pairRunner: { method: 'POST', path: '/runners', changes: ['Runner/LIST'] },
};

export const sitePacks: CallsOf<typeof areas.sitePacks> = {
  listSitePacks: { path: '/admin/site-packs' },
  listStructureReports: { path: '/admin/structure-reports' },
  publishSitePack: { method: 'POST', path: '/admin/site-packs', changes: ['SitePack', 'AdminStats'], refetchOnFailure: ['SitePack', 'AdminStats'] },
  undoSitePack: { method: 'POST', path: '/admin/site-packs/undo', changes: ['SitePack', 'AdminStats'], refetchOnFailure: ['SitePack', 'AdminStats'] },
};

export const problemReports: CallsOf<typeof areas.problemReports> = {
  deleteProblemReport: { method: 'DELETE', path: '/admin/problem-reports/:id', changes: ['ProblemReport/LIST', 'AdminAct'], refetchOnFailure: ['ProblemReport/LIST'] },
  getProblemReport: { path: '/admin/problem-reports/:id' },
  listProblemReports: { path: '/admin/problem-reports' },
  reportProblem: { method: 'POST', path: '/problem-reports', changes: ['ProblemReport/LIST'], refetchOnFailure: ['ProblemReport/LIST'] },
};
