import {
  endSession,
  eraseAccount,
  listSessions,
  openAccountExport,
  sendComputerLink,
} from '@flyerdeck/contracts/calls/auth';
import { endRunner, listRunners, pairRunner } from '@flyerdeck/contracts/calls/runners';
import { injectCalls } from '../client.ts';

/** Separate from `sessionSlice.ts`, because every route loads that file. */
export const accountApi = injectCalls(
  { endSession, eraseAccount, listSessions, openAccountExport, sendComputerLink },
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
const runnersApi = injectCalls({ listRunners, pairRunner, endRunner }, { listRunners: { provides: ['Runner/LIST'] } });

export const { useListRunnersQuery, usePairRunnerMutation, useEndRunnerMutation } = runnersApi;
