import { rootReducer } from '../../app/rootReducer.ts';
import type { LogEntry, Moment } from '../log/logFormat.ts';
import { clockTicked, navigationChanged } from '../record/recordedActions.ts';
import './allEndpoints.ts';

/** One action further: the same in every browser and in Node, whatever the time and the place. */
export function nextMoment(moment: Moment, { action }: LogEntry): Moment {
  return {
    state: rootReducer(moment.state, action),
    address: navigationChanged.match(action) ? action.payload.address : moment.address,
    nowMs: clockTicked.match(action) ? action.payload.nowMs : moment.nowMs,
  };
}
