import * as adminPages from '@flyerdeck/contracts/calls/adminPages';
import { injectCalls } from '../client.ts';

/** Pages of other users, for admins. */
export const adminPagesApi = injectCalls(adminPages, { diagnosePage: { provides: ['DetailedPosting/LIST'] } });

export const { useDiagnosePageQuery } = adminPagesApi;
