// Written by `npm run calls`.
import type { Call } from './call.ts';
import type { areas } from './registry.ts';

export const auth = {
  endSession: { method: 'DELETE', path: '/auth/sessions/:id', changes: ['Session/LIST'], refetchOnFailure: ['Session/LIST'] } as Call<typeof areas.auth.endSession>,
  eraseAccount: { method: 'POST', path: '/account/erasure' } as Call<typeof areas.auth.eraseAccount>,
  listSessions: { path: '/auth/sessions' } as Call<typeof areas.auth.listSessions>,
  me: { path: '/auth/me' } as Call<typeof areas.auth.me>,
  openAccountExport: { method: 'POST', path: '/account/export/ticket' } as Call<typeof areas.auth.openAccountExport>,
  sendComputerLink: { method: 'POST', path: '/account/computer-link' } as Call<typeof areas.auth.sendComputerLink>,
  signIn: { method: 'POST', path: '/auth/telegram', access: 'public' } as Call<typeof areas.auth.signIn>,
  signOut: { method: 'POST', path: '/auth/logout' } as Call<typeof areas.auth.signOut>,
};

export const linking = {
  describeLinking: { method: 'POST', path: '/describe_linking' } as Call<typeof areas.linking.describeLinking>,
  getLinkingData: { path: '/get_linking_data/:token', access: 'public' } as Call<typeof areas.linking.getLinkingData>,
  verifyLinking: { method: 'POST', path: '/verify_linking', changes: ['Page'] } as Call<typeof areas.linking.verifyLinking>,
};

export const pages = {
  listPickerPages: { path: '/pages' } as Call<typeof areas.pages.listPickerPages>,
  listUserPages: { path: '/get_user_pages' } as Call<typeof areas.pages.listUserPages>,
  resumePage: { method: 'POST', path: '/pages/:guid/resume', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.pages.resumePage>,
  setLimitsOfPages: { method: 'POST', path: '/pages/bulk-limits', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.pages.setLimitsOfPages>,
  unlinkPage: { method: 'DELETE', path: '/unlink_page/:guid', changes: ['Page/PICKER', 'Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.pages.unlinkPage>,
  unlinkPages: { method: 'POST', path: '/pages/bulk-unlink', changes: ['Page/PICKER', 'Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.pages.unlinkPages>,
  updateTags: { method: 'PUT', path: '/pages/:guid/tags', changes: ['Page/PICKER'] } as Call<typeof areas.pages.updateTags>,
  updateTagsOfPages: { method: 'POST', path: '/pages/bulk-tags', changes: ['Page/PICKER'] } as Call<typeof areas.pages.updateTagsOfPages>,
};

export const assistants = {
  addToQueue: { method: 'POST', path: '/assistants/:id/add-to-queue', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.assistants.addToQueue>,
  createAssistant: { method: 'POST', path: '/assistants' } as Call<typeof areas.assistants.createAssistant>,
  deleteAssistant: { method: 'DELETE', path: '/assistants/:id', changes: ['Task/LIST', 'Queue'] } as Call<typeof areas.assistants.deleteAssistant>,
  deleteRepeat: { method: 'DELETE', path: '/assistants/:id/repeat' } as Call<typeof areas.assistants.deleteRepeat>,
  listAssistantTasks: { path: '/assistants/:id/tasks' } as Call<typeof areas.assistants.listAssistantTasks>,
  listAssistants: { path: '/assistants' } as Call<typeof areas.assistants.listAssistants>,
  openScreenshots: { method: 'POST', path: '/assistants/:id/screenshots/ticket' } as Call<typeof areas.assistants.openScreenshots>,
  pauseAssistant: { method: 'POST', path: '/assistants/:id/pause', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.assistants.pauseAssistant>,
  pauseRepeat: { method: 'PATCH', path: '/assistants/:id/repeat' } as Call<typeof areas.assistants.pauseRepeat>,
  processScreenshots: { method: 'POST', path: '/assistants/:id/process-screenshots', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.assistants.processScreenshots>,
  reorderTasks: { method: 'PUT', path: '/assistants/:id/task-order', refetchOnFailure: ['Task/ASSISTANT-:id'] } as Call<typeof areas.assistants.reorderTasks>,
  resumeAssistant: { method: 'POST', path: '/assistants/:id/resume', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.assistants.resumeAssistant>,
  saveRepeat: { method: 'PUT', path: '/assistants/:id/repeat' } as Call<typeof areas.assistants.saveRepeat>,
  updateAssistant: { method: 'PUT', path: '/assistants/:id', changes: ['Task/ASSISTANT-:id'] } as Call<typeof areas.assistants.updateAssistant>,
};

export const forecasts = {
  forecastAssistant: { method: 'POST', path: '/assistants/:id/forecast' } as Call<typeof areas.forecasts.forecastAssistant>,
  getListedWords: { path: '/listed-words' } as Call<typeof areas.forecasts.getListedWords>,
  previewTexts: { method: 'POST', path: '/assistants/:id/preview-texts' } as Call<typeof areas.forecasts.previewTexts>,
  setListedWords: { method: 'PUT', path: '/listed-words', changes: ['ListedWords', 'Forecast'] } as Call<typeof areas.forecasts.setListedWords>,
};

export const presets = {
  createPreset: { method: 'POST', path: '/presets', changes: ['Preset'] } as Call<typeof areas.presets.createPreset>,
  deletePreset: { method: 'DELETE', path: '/presets/:id', changes: ['Assistant/LIST', 'Task'] } as Call<typeof areas.presets.deletePreset>,
  listPresets: { path: '/presets' } as Call<typeof areas.presets.listPresets>,
  updatePreset: { method: 'PUT', path: '/presets/:id', changes: ['Preset', 'Assistant/LIST', 'Task'] } as Call<typeof areas.presets.updatePreset>,
};

export const tasks = {
  archiveFinalized: { method: 'POST', path: '/tasks/archive-finalized', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.tasks.archiveFinalized>,
  deleteTask: { method: 'DELETE', path: '/tasks/:id', changes: ['Task/LIST', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.tasks.deleteTask>,
  getTask: { path: '/tasks/:id' } as Call<typeof areas.tasks.getTask>,
  listTasks: { path: '/tasks' } as Call<typeof areas.tasks.listTasks>,
  retryTask: { method: 'POST', path: '/tasks/:id/retry', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.tasks.retryTask>,
  updateTask: { method: 'PUT', path: '/tasks/:id' } as Call<typeof areas.tasks.updateTask>,
  uploadTasks: { method: 'POST', path: '/assistants/:id/tasks', changes: ['Assistant/LIST'] } as Call<typeof areas.tasks.uploadTasks>,
};

export const queue = {
  getAttention: { path: '/attention' } as Call<typeof areas.queue.getAttention>,
  listCalendar: { path: '/queue/calendar' } as Call<typeof areas.queue.listCalendar>,
  queueInfo: { path: '/queue/info' } as Call<typeof areas.queue.queueInfo>,
  queueStatus: { path: '/queue/status' } as Call<typeof areas.queue.queueStatus>,
  retryAttention: { method: 'POST', path: '/attention/retry', changes: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.queue.retryAttention>,
  startQueue: { method: 'POST', path: '/queue/start', changes: ['Task', 'Assistant/LIST', 'Queue'], refetchOnFailure: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.queue.startQueue>,
  stopQueue: { method: 'POST', path: '/queue/stop', changes: ['Task', 'Assistant/LIST', 'Queue'], refetchOnFailure: ['Task', 'Assistant/LIST', 'Queue'] } as Call<typeof areas.queue.stopQueue>,
};

export const credits = {
  adjustCredits: { method: 'POST', path: '/credits/admin/adjust-credits', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] } as Call<typeof areas.credits.adjustCredits>,
  getBalance: { path: '/credits/balance' } as Call<typeof areas.credits.getBalance>,
  getCreditOutlook: { path: '/credits/outlook' } as Call<typeof areas.credits.getCreditOutlook>,
  listCreditUsers: { path: '/credits/admin/users-credits' } as Call<typeof areas.credits.listCreditUsers>,
  listPackages: { path: '/credits/packages', access: 'public' } as Call<typeof areas.credits.listPackages>,
  listSpending: { path: '/credits/spending' } as Call<typeof areas.credits.listSpending>,
  listTransactions: { path: '/credits/transactions' } as Call<typeof areas.credits.listTransactions>,
};

export const postings = {
  getPerformanceAnalytics: { path: '/page-postings/performance-analytics' } as Call<typeof areas.postings.getPerformanceAnalytics>,
  getPreview: { path: '/page-postings/:pagePostingId/view-data', access: 'public' } as Call<typeof areas.postings.getPreview>,
  listDetailedPostings: { path: '/page-postings/detailed-admin' } as Call<typeof areas.postings.listDetailedPostings>,
  retryFailedPostings: { method: 'POST', path: '/page-postings/bulk-retry', changes: ['DetailedPosting/LIST'] } as Call<typeof areas.postings.retryFailedPostings>,
};

export const adminCredits = {
  adjustCreditsOfUsers: { method: 'POST', path: '/credits/admin/bulk-adjust', changes: ['CreditUser', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] } as Call<typeof areas.adminCredits.adjustCreditsOfUsers>,
  bookPurchase: { method: 'POST', path: '/credits/admin/purchases', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] } as Call<typeof areas.adminCredits.bookPurchase>,
  listUserLedger: { path: '/credits/admin/users-credits/:telegramId/ledger' } as Call<typeof areas.adminCredits.listUserLedger>,
  reversePurchase: { method: 'POST', path: '/credits/admin/purchases/reverse', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] } as Call<typeof areas.adminCredits.reversePurchase>,
};

export const admin = {
  endUserSessions: { method: 'POST', path: '/admin/users/:telegramId/end-sessions', changes: ['AdminAct'] } as Call<typeof areas.admin.endUserSessions>,
  getStats: { path: '/admin/stats' } as Call<typeof areas.admin.getStats>,
  getTrends: { path: '/admin/trends' } as Call<typeof areas.admin.getTrends>,
  getUser: { path: '/admin/users/:telegramId' } as Call<typeof areas.admin.getUser>,
  getUserActivity: { path: '/admin/user/:telegramId/activity' } as Call<typeof areas.admin.getUserActivity>,
  listUsers: { path: '/admin/users' } as Call<typeof areas.admin.listUsers>,
  setUsersActive: { method: 'POST', path: '/admin/users/bulk-active', changes: ['AdminStats', 'AdminUser', 'AdminAct'] } as Call<typeof areas.admin.setUsersActive>,
  updateUser: { method: 'PATCH', path: '/admin/users/:telegramId', changes: ['AdminStats', 'AdminAct', 'AdminUser/LIST'] } as Call<typeof areas.admin.updateUser>,
};

export const adminOperation = {
  diagnosePage: { path: '/admin/pages/:guid' } as Call<typeof areas.adminOperation.diagnosePage>,
  getFailureReport: { path: '/admin/failures' } as Call<typeof areas.adminOperation.getFailureReport>,
  listAuditEvents: { path: '/admin/audit' } as Call<typeof areas.adminOperation.listAuditEvents>,
  listBackups: { path: '/admin/backups' } as Call<typeof areas.adminOperation.listBackups>,
  requestBackup: { method: 'POST', path: '/admin/backups', changes: ['Backup'] } as Call<typeof areas.adminOperation.requestBackup>,
  setClaimPause: { method: 'PUT', path: '/admin/claim-pause', changes: ['AdminStats'] } as Call<typeof areas.adminOperation.setClaimPause>,
};

export const downloads = {
  requestExport: { method: 'POST', path: '/admin/exports', changes: ['AdminAct'], refetchOnFailure: ['AdminAct'] } as Call<typeof areas.downloads.requestExport>,
};

export const runners = {
  endRunner: { method: 'DELETE', path: '/runners/:id', changes: ['Runner/LIST', 'Page'], refetchOnFailure: ['Runner/LIST'] } as Call<typeof areas.runners.endRunner>,
  listRunners: { path: '/runners' } as Call<typeof areas.runners.listRunners>,
  pairRunner: { method: 'POST', path: '/runners', changes: ['Runner/LIST'] } as Call<typeof areas.runners.pairRunner>,
};

export const sitePacks = {
  listSitePacks: { path: '/admin/site-packs' } as Call<typeof areas.sitePacks.listSitePacks>,
  listStructureReports: { path: '/admin/structure-reports' } as Call<typeof areas.sitePacks.listStructureReports>,
  publishSitePack: { method: 'POST', path: '/admin/site-packs', changes: ['SitePack', 'AdminStats'], refetchOnFailure: ['SitePack', 'AdminStats'] } as Call<typeof areas.sitePacks.publishSitePack>,
  undoSitePack: { method: 'POST', path: '/admin/site-packs/undo', changes: ['SitePack', 'AdminStats'], refetchOnFailure: ['SitePack', 'AdminStats'] } as Call<typeof areas.sitePacks.undoSitePack>,
};

export const problemReports = {
  deleteProblemReport: { method: 'DELETE', path: '/admin/problem-reports/:id', changes: ['ProblemReport/LIST', 'AdminAct'], refetchOnFailure: ['ProblemReport/LIST'] } as Call<typeof areas.problemReports.deleteProblemReport>,
  getProblemReport: { path: '/admin/problem-reports/:id' } as Call<typeof areas.problemReports.getProblemReport>,
  listProblemReports: { path: '/admin/problem-reports' } as Call<typeof areas.problemReports.listProblemReports>,
  reportProblem: { method: 'POST', path: '/problem-reports', changes: ['ProblemReport/LIST'], refetchOnFailure: ['ProblemReport/LIST'] } as Call<typeof areas.problemReports.reportProblem>,
};
