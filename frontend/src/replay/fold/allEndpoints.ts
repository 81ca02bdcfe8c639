// The screens bring their areas' calls and the drafts along as they load; a fold has to know them before the first action.
import '../../data/admin/adminApi.ts';
import '../../data/assistants/assistantsApi.ts';
import '../../data/credits/creditsApi.ts';
import '../../data/pages/pagesApi.ts';
import '../../data/postings/postingsApi.ts';
import '../../data/presets/presetsApi.ts';
import '../../data/queue/queueApi.ts';
import '../../data/session/ownSessionsApi.ts';
import '../../data/session/sessionApi.ts';
import '../../data/tasks/tasksApi.ts';
import '../../data/drafts/drafts.ts';
import { api } from '../../data/api.ts';

export const isKnownEndpoint = (name: string): boolean => name in api.endpoints;
