import * as account from '@flyerdeck/contracts/calls/account';
import { injectCalls } from '../client.ts';

export const accountApi = injectCalls(account, { getAccountExport: { provides: ['AccountExport/LIST'] } });

export const {
  useGetAccountExportQuery,
  useRequestAccountExportMutation,
  useOpenAccountExportMutation,
  useEraseAccountMutation,
  useSendComputerLinkMutation,
} = accountApi;
