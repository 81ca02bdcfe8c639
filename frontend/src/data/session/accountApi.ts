import * as account from '@flyerdeck/contracts/calls/account';
import { endSession, listSessions } from '@flyerdeck/contracts/calls/auth';
import { endRunner, listRunners, pairRunner } from '@flyerdeck/contracts/calls/runners';
import { injectCalls } from '../client.ts';

export const accountApi = injectCalls(account, {});

export const { useOpenAccountExportMutation, useEraseAccountMutation, useSendComputerLinkMutation } = accountApi;

/** The sessions of the signed-in user. Separate from `sessionSlice.ts`, because every route loads that file. */
export const ownSessionsApi = injectCalls(
  { listSessions, endSession },
  { listSessions: { provides: ['Session/LIST'] } },
);

export const { useListSessionsQuery, useEndSessionMutation } = ownSessionsApi;

/** The user's runners. Separate from `pagesApi.ts`, because every dashboard loads that file. */
const runnersApi = injectCalls({ listRunners, pairRunner, endRunner }, { listRunners: { provides: ['Runner/LIST'] } });

export const { useListRunnersQuery, usePairRunnerMutation, useEndRunnerMutation } = runnersApi;
