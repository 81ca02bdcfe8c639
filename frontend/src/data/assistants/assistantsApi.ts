import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { assistantTasksTag, listTag, WORK_TAGS } from '../tags.ts';

interface OfAssistant {
  id: string;
}
export type AssistantTaskStatus = 'active' | 'archived';

/** A call that moves an assistant's work along, by the last word of its path. */
const step = (word: string) => ({
  query: ({ id }: OfAssistant) => ({ method: 'POST' as const, path: path`/assistants/${id}/${word}` }),
  invalidatesTags: (_answer: unknown, error: unknown) => (error ? [] : WORK_TAGS),
});

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
    addToQueue: build.mutation<Answer<'addToQueue'>, OfAssistant>(step('add-to-queue')),
    pauseAssistant: build.mutation<Answer<'pauseAssistant'>, OfAssistant>(step('pause')),
    resumeAssistant: build.mutation<Answer<'resumeAssistant'>, OfAssistant>(step('resume')),
    processScreenshots: build.mutation<Answer<'processScreenshots'>, OfAssistant>(step('process-screenshots')),
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
