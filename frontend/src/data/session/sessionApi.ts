import { me, signIn, signOut } from '@flyerdeck/contracts/calls/auth';
import { injectCalls } from '../client.ts';

export const sessionApi = injectCalls({ signIn, me, signOut }, { me: { provides: ['Session'] } });
