import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { assistantTasksTag, listTag, WORK_TAGS } from '../tags.ts';

interface AssistantArgs {
  id: string;
}
export type AssistantTaskStatus = 'active' | 'archived';

/** A call that changes an assistant's postings. `action` is the last segment of its path. */
const actionCall = (action: string) => ({
  query: ({ id }: AssistantArgs) => ({ method: 'POST' as const, path: path`/assistants/${id}/${action}` }),
  invalidatesTags: (_answer: unknown, error: unknown) => (error ? [] : WORK_TAGS),
});

export const assistantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query uses void for an argument that may be left out.
    listAssistants: build.query<Answer<'listAssistants'>, { searchQuery?: string } | void>({
      query: (arg) => ({ path: path`/assistants`, query: { searchQuery: arg?.searchQuery } }),
      providesTags: [listTag('Assistant')],
    }),
    createAssistant: build.mutation<Answer<'createAssistant'>, WithBody<'createAssistant'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/assistants`, body }),
    }),
    updateAssistant: build.mutation<Answer<'updateAssistant'>, AssistantArgs & WithBody<'updateAssistant'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/assistants/${id}`, body }),
      // Tasks contain their assistant's name and targets.
      invalidatesTags: (_answer, error, { id }) => (error ? [] : [assistantTasksTag(id)]),
    }),
    deleteAssistant: build.mutation<null, AssistantArgs>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/assistants/${id}` }),
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Task'), 'Queue']),
    }),
    /** `version` is that of the stored assistant. It is part of the cache key, so a new version is fetched again. */
    forecastAssistant: build.query<Answer<'forecastAssistant'>, AssistantArgs & { version: string }>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/forecast` }),
      keepUnusedDataFor: 0,
      providesTags: (_answer, _error, { id }) => [{ type: 'Assistant', id }, 'Forecast'],
    }),
    getListedWords: build.query<Answer<'getListedWords'>, void>({
      query: () => ({ path: path`/listed-words` }),
      providesTags: ['ListedWords'],
    }),
    setListedWords: build.mutation<Answer<'setListedWords'>, WithBody<'setListedWords'>>({
      query: ({ body }) => ({ method: 'PUT', path: path`/listed-words`, body }),
      // Every forecast may warn of other words.
      invalidatesTags: (_answer, error) => (error ? [] : ['ListedWords', 'Forecast']),
    }),
    addToQueue: build.mutation<Answer<'addToQueue'>, AssistantArgs>(actionCall('add-to-queue')),
    pauseAssistant: build.mutation<Answer<'pauseAssistant'>, AssistantArgs>(actionCall('pause')),
    resumeAssistant: build.mutation<Answer<'resumeAssistant'>, AssistantArgs>(actionCall('resume')),
    processScreenshots: build.mutation<Answer<'processScreenshots'>, AssistantArgs>(actionCall('process-screenshots')),
    openScreenshots: build.mutation<Answer<'openScreenshots'>, AssistantArgs>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/screenshots/ticket` }),
    }),
    runAssistantAgain: build.mutation<Answer<'runAssistantAgain'>, AssistantArgs & { idempotencyKey: string }>({
      query: ({ id, idempotencyKey }) => ({
        method: 'POST',
        path: path`/assistants/${id}/run-again`,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    }),
    saveRepeat: build.mutation<Answer<'saveRepeat'>, AssistantArgs & WithBody<'saveRepeat'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/assistants/${id}/repeat`, body }),
    }),
    pauseRepeat: build.mutation<Answer<'pauseRepeat'>, AssistantArgs>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/repeat/pause` }),
    }),
    resumeRepeat: build.mutation<Answer<'resumeRepeat'>, AssistantArgs>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/repeat/resume` }),
    }),
    deleteRepeat: build.mutation<Answer<'deleteRepeat'>, AssistantArgs>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/assistants/${id}/repeat` }),
    }),
    listAssistantTasks: build.query<Answer<'listAssistantTasks'>, AssistantArgs & { status: AssistantTaskStatus }>({
      query: ({ id, status }) => ({ path: path`/assistants/${id}/tasks`, query: { status } }),
      providesTags: (_answer, _error, { id }) => [listTag('Task'), assistantTasksTag(id)],
    }),
    reorderTasks: build.mutation<Answer<'reorderTasks'>, AssistantArgs & WithBody<'reorderTasks'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/assistants/${id}/task-order`, body }),
      // An order is refused when the flyers have changed meanwhile, so they are fetched again.
      invalidatesTags: (_answer, error, { id }) => (error ? [assistantTasksTag(id)] : []),
    }),
  }),
});

export const {
  useListAssistantsQuery,
  useCreateAssistantMutation,
  useDeleteAssistantMutation,
  useForecastAssistantQuery,
  useGetListedWordsQuery,
  useSetListedWordsMutation,
  useAddToQueueMutation,
  usePauseAssistantMutation,
  useResumeAssistantMutation,
  useProcessScreenshotsMutation,
  useOpenScreenshotsMutation,
  useRunAssistantAgainMutation,
  useSaveRepeatMutation,
  usePauseRepeatMutation,
  useResumeRepeatMutation,
  useDeleteRepeatMutation,
  useListAssistantTasksQuery,
  useReorderTasksMutation,
} = assistantsApi;
