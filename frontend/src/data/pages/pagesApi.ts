import { linking, pages } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

export const pagesApi = injectCalls(
  { ...pages, ...linking },
  {
    listUserPages: { provides: ['Page/LIST'] },
    /** The target picker's pages. They have their own tag, because changed tags make them outdated but not the page list. */
    listPickerPages: { provides: ['Page/PICKER'] },
    // Not cached, so that the user confirms current data.
    describeLinking: { provides: ['LinkingToken'], keepUnusedDataFor: 0 },
    getLinkingData: { provides: ['LinkingToken'] },
  },
);

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
