import * as account from '@flyerdeck/contracts/calls/account';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export const privacyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountExport: query(build, account.getAccountExport, { provides: ['AccountExport/LIST'] }),
    requestAccountExport: mutation(build, account.requestAccountExport),
    openAccountExport: mutation(build, account.openAccountExport),
    eraseAccount: mutation(build, account.eraseAccount),
  }),
});

export const {
  useGetAccountExportQuery,
  useRequestAccountExportMutation,
  useOpenAccountExportMutation,
  useEraseAccountMutation,
} = privacyApi;
