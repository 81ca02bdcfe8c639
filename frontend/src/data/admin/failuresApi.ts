import * as failures from '@flyerdeck/contracts/calls/failures';
import { injectCalls } from '../client.ts';

/** Failures over time, for admins. */
export const failuresApi = injectCalls(failures, { getFailureReport: { provides: ['Analytics'] } });

export const { useGetFailureReportQuery } = failuresApi;
