// In the app the screens load the endpoints and the drafts. A replay needs all of them before the first action.
import '../../data/admin/adminApi.ts';
import '../../data/admin/adminOperationApi.ts';
import '../../data/assistants/assistantsSlice.ts';
import '../../data/attention/attentionApi.ts';
import '../../data/credits/creditSumsApi.ts';
import '../../data/credits/creditsApi.ts';
import '../../data/pages/pagesApi.ts';
import '../../data/postings/postingsApi.ts';
import '../../data/presets/presetsSlice.ts';
import '../../data/problemReports/problemReportsApi.ts';
import '../../data/queue/queueApi.ts';
import '../../data/session/accountApi.ts';
import '../../data/session/sessionSlice.ts';
import '../../data/tasks/tasksApi.ts';
import { api } from '../../data/api.ts';

export const isKnownEndpoint = (name: string): boolean => name in api.endpoints;
