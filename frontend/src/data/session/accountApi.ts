import { auth, runners } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

/** Separate from `sessionSlice.ts`, because every route loads that file. */
export const accountApi = injectCalls(
  {
    endSession: auth.endSession,
    eraseAccount: auth.eraseAccount,
    listSessions: auth.listSessions,
    openAccountExport: auth.openAccountExport,
    sendComputerLink: auth.sendComputerLink,
  },
  { listSessions: { provides: ['Session/LIST'] } },
);

export const {
  useEndSessionMutation,
  useEraseAccountMutation,
  useListSessionsQuery,
  useOpenAccountExportMutation,
  useSendComputerLinkMutation,
} = accountApi;

/** The user's runners. Separate from `pagesApi.ts`, because every dashboard loads that file. */
const runnersApi = injectCalls(
  { listRunners: runners.listRunners, pairRunner: runners.pairRunner, endRunner: runners.endRunner },
  { listRunners: { provides: ['Runner/LIST'] } },
);

export const { useListRunnersQuery, usePairRunnerMutation, useEndRunnerMutation } = runnersApi;
