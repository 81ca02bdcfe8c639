import * as runners from '@flyerdeck/contracts/calls/runners';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

/** The user's runners. Separate from `pagesApi.ts`, because every dashboard loads that file. */
export const runnersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRunners: query(build, runners.listRunners, { provides: ['Runner/LIST'] }),
    describeRunner: query(build, runners.describeRunner, { keepUnusedDataFor: 0 }),
    pairRunner: mutation(build, runners.pairRunner),
    endRunner: mutation(build, runners.endRunner),
  }),
});

export const { useListRunnersQuery, useLazyDescribeRunnerQuery, usePairRunnerMutation, useEndRunnerMutation } =
  runnersApi;
