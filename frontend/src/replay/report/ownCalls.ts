/**
 * Calls whose answers contain only data of the user who makes them. The texts in all other answers are hidden in reports,
 * so a new call is hidden until it is added here.
 */
const OWN_CALLS: ReadonlySet<string> = new Set([
  'me',
  'signIn',
  'signOut',
  'listSessions',
  'endSession',
  'getAccountExport',
  'requestAccountExport',
  'openAccountExport',
  'eraseAccount',
  'reportProblem',
  'listUserPages',
  'listPickerPages',
  'updateTags',
  'updateTagsOfPages',
  'unlinkPage',
  'unlinkPages',
  'describeLinking',
  'verifyLinking',
  'listAssistants',
  'createAssistant',
  'updateAssistant',
  'deleteAssistant',
  'forecastAssistant',
  'addToQueue',
  'pauseAssistant',
  'resumeAssistant',
  'processScreenshots',
  'listAssistantTasks',
  'reorderTasks',
  'listTasks',
  'getTask',
  'listTaskTimelines',
  'updateTask',
  'deleteTask',
  'retryTask',
  'archiveFinalized',
  'uploadTasks',
  'listPresets',
  'createPreset',
  'updatePreset',
  'deletePreset',
  'queueInfo',
  'queueStatus',
  'startQueue',
  'stopQueue',
  'listPackages',
  'getBalance',
  'listTransactions',
]);

/** With these calls admins read tasks of other users. */
const READ_BY_ADMINS: ReadonlySet<string> = new Set(['getTask', 'listTaskTimelines']);

/** Whether the answers of a call may contain texts of other users. */
export const mayHaveOthersTexts = (call: string, isAdmin: boolean): boolean =>
  !OWN_CALLS.has(call) || (isAdmin && READ_BY_ADMINS.has(call));
