import * as linking from '@flyerdeck/contracts/calls/linking';
import * as pages from '@flyerdeck/contracts/calls/pages';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export const pagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUserPages: query(build, pages.listUserPages, { provides: ['Page/LIST'] }),
    /** The target picker's pages. They have their own tag, because changed tags make them outdated but not the page list. */
    listPickerPages: query(build, pages.listPickerPages, { provides: ['Page/PICKER'] }),
    updateTags: mutation(build, pages.updateTags),
    updateTagsOfPages: mutation(build, pages.updateTagsOfPages),
    setLimitsOfPages: mutation(build, pages.setLimitsOfPages),
    resumePage: mutation(build, pages.resumePage),
    unlinkPage: mutation(build, pages.unlinkPage),
    unlinkPages: mutation(build, pages.unlinkPages),
    // Not cached, so that the user confirms current data.
    describeLinking: query(build, linking.describeLinking, { provides: ['LinkingToken'], keepUnusedDataFor: 0 }),
    verifyLinking: mutation(build, linking.verifyLinking),
    getLinkingData: query(build, linking.getLinkingData, { provides: ['LinkingToken'] }),
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
