import { describeRunner, endRunner, listRunners, pairRunner } from '@flyerdeck/contracts/calls/runners';
import { injectCalls } from '../client.ts';

/** The user's runners. Separate from `pagesApi.ts`, because every dashboard loads that file. */
export const runnersApi = injectCalls(
  { listRunners, describeRunner, pairRunner, endRunner },
  { listRunners: { provides: ['Runner/LIST'] }, describeRunner: { provides: [], keepUnusedDataFor: 0 } },
);

export const { useListRunnersQuery, useLazyDescribeRunnerQuery, usePairRunnerMutation, useEndRunnerMutation } =
  runnersApi;
