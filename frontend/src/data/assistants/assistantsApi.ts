import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { assistantTasksTag, listTag, WORK_TAGS } from '../tags.ts';

interface OfAssistant {
  id: string;
}
export type AssistantTaskStatus = 'active' | 'archived';

const whenItWorked =
  <T>(tags: readonly T[]) =>
  (_answer: unknown, error: unknown) =>
    error ? [] : tags;

export const assistantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // biome-ignore lint/suspicious/noConfusingVoidType: the query's own way to say that the argument may be left out.
    listAssistants: build.query<Answer<'listAssistants'>, { searchQuery?: string } | void>({
      query: (arg) => ({ path: path`/assistants`, query: { searchQuery: arg?.searchQuery } }),
      providesTags: [listTag('Assistant')],
    }),
    createAssistant: build.mutation<Answer<'createAssistant'>, WithBody<'createAssistant'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/assistants`, body }),
    }),
    updateAssistant: build.mutation<Answer<'updateAssistant'>, OfAssistant & WithBody<'updateAssistant'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/assistants/${id}`, body }),
      // Tasks carry their assistant's name and targets.
      invalidatesTags: (_answer, error, { id }) => (error ? [] : [assistantTasksTag(id)]),
    }),
    deleteAssistant: build.mutation<null, OfAssistant>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/assistants/${id}` }),
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Task'), 'Queue']),
    }),
    /** `version` of what is stored: a new one is a new question. */
    forecastAssistant: build.query<Answer<'forecastAssistant'>, OfAssistant & { version: string }>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/forecast` }),
      keepUnusedDataFor: 0,
      providesTags: (_answer, _error, { id }) => [{ type: 'Assistant', id }],
    }),
    addToQueue: build.mutation<Answer<'addToQueue'>, OfAssistant>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/add-to-queue` }),
      invalidatesTags: whenItWorked(WORK_TAGS),
    }),
    pauseAssistant: build.mutation<Answer<'pauseAssistant'>, OfAssistant>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/pause` }),
      invalidatesTags: whenItWorked(WORK_TAGS),
    }),
    resumeAssistant: build.mutation<Answer<'resumeAssistant'>, OfAssistant>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/resume` }),
      invalidatesTags: whenItWorked(WORK_TAGS),
    }),
    processScreenshots: build.mutation<Answer<'processScreenshots'>, OfAssistant>({
      query: ({ id }) => ({ method: 'POST', path: path`/assistants/${id}/process-screenshots` }),
      invalidatesTags: whenItWorked(WORK_TAGS),
    }),
    listAssistantTasks: build.query<Answer<'listAssistantTasks'>, OfAssistant & { status: AssistantTaskStatus }>({
      query: ({ id, status }) => ({ path: path`/assistants/${id}/tasks`, query: { status } }),
      providesTags: (_answer, _error, { id }) => [listTag('Task'), assistantTasksTag(id)],
    }),
    reorderTasks: build.mutation<Answer<'reorderTasks'>, OfAssistant & WithBody<'reorderTasks'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/assistants/${id}/task-order`, body }),
      // A refused order means somebody else changed the flyers: show theirs.
      invalidatesTags: (_answer, error, { id }) => (error ? [assistantTasksTag(id)] : []),
    }),
  }),
});

export const {
  useListAssistantsQuery,
  useCreateAssistantMutation,
  useDeleteAssistantMutation,
  useForecastAssistantQuery,
  useAddToQueueMutation,
  usePauseAssistantMutation,
  useResumeAssistantMutation,
  useProcessScreenshotsMutation,
  useListAssistantTasksQuery,
  useReorderTasksMutation,
} = assistantsApi;
