import * as sitePacks from '@flyerdeck/contracts/calls/sitePacks';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

const versionArgs = ({ version }: { version: number }) => ({ version: `${version}` });

/** Site packs in the admin area. */
export const sitePacksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSitePacks: query(build, sitePacks.listSitePacks, { provides: ['SitePack'] }),
    publishSitePack: mutation(build, sitePacks.publishSitePack),
    approveSitePack: mutation(build, sitePacks.approveSitePack, { args: versionArgs }),
    withdrawSitePack: mutation(build, sitePacks.withdrawSitePack, { args: versionArgs }),
  }),
});

export const {
  useListSitePacksQuery,
  usePublishSitePackMutation,
  useApproveSitePackMutation,
  useWithdrawSitePackMutation,
} = sitePacksApi;
