import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag, PICKER_PAGES_TAG, WORK_TAGS } from '../tags.ts';

export const pagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUserPages: build.query<Answer<'listUserPages'>, void>({
      query: () => ({ path: path`/get_user_pages` }),
      providesTags: [listTag('Page')],
    }),
    listPickerPages: build.query<Answer<'listPickerPages'>, void>({
      query: () => ({ path: path`/pages` }),
      providesTags: [PICKER_PAGES_TAG],
    }),
    updateTags: build.mutation<Answer<'updateTags'>, { guid: string } & WithBody<'updateTags'>>({
      query: ({ guid, body }) => ({ method: 'PUT', path: path`/pages/${guid}/tags`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : [PICKER_PAGES_TAG]),
    }),
    updateTagsOfPages: build.mutation<Answer<'updateTagsOfPages'>, WithBody<'updateTagsOfPages'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/pages/bulk-tags`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : [PICKER_PAGES_TAG]),
    }),
    setLimitsOfPages: build.mutation<Answer<'setLimitsOfPages'>, WithBody<'setLimitsOfPages'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/pages/bulk-limits`, body }),
      // Tasks show what their postings wait for.
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    resumePage: build.mutation<Answer<'resumePage'>, { guid: string }>({
      query: ({ guid }) => ({ method: 'POST', path: path`/pages/${guid}/resume` }),
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    unlinkPage: build.mutation<null, { guid: string }>({
      query: ({ guid }) => ({ method: 'DELETE', path: path`/unlink_page/${guid}` }),
      // The page's waiting postings fail, so tasks, assistants and the queue change too.
      invalidatesTags: (_answer, error) => (error ? [] : [PICKER_PAGES_TAG, ...WORK_TAGS]),
    }),
    unlinkPages: build.mutation<Answer<'unlinkPages'>, WithBody<'unlinkPages'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/pages/bulk-unlink`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : [PICKER_PAGES_TAG, ...WORK_TAGS]),
    }),
    describeLinking: build.query<Answer<'describeLinking'>, WithBody<'describeLinking'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/describe_linking`, body }),
      // Not cached, so that the user confirms current data.
      keepUnusedDataFor: 0,
      providesTags: ['LinkingToken'],
    }),
    verifyLinking: build.mutation<Answer<'verifyLinking'>, WithBody<'verifyLinking'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/verify_linking`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Page'), PICKER_PAGES_TAG]),
    }),
    getLinkingData: build.query<Answer<'getLinkingData'>, { token: string }>({
      query: ({ token }) => ({ path: path`/get_linking_data/${token}`, access: 'public' }),
      providesTags: ['LinkingToken'],
    }),
  }),
});

export const {
  useListUserPagesQuery,
  useListPickerPagesQuery,
  useUpdateTagsMutation,
  useUpdateTagsOfPagesMutation,
  useSetLimitsOfPagesMutation,
  useResumePageMutation,
  useUnlinkPageMutation,
  useUnlinkPagesMutation,
  useLazyDescribeLinkingQuery,
  useVerifyLinkingMutation,
  useGetLinkingDataQuery,
} = pagesApi;
