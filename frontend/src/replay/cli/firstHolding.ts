import { createContext, Script } from 'node:vm';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';

const TIMEOUT_MS = 1_000;

/**
 * The first position at which an expression over the state holds: 0 is the start of the log, null means never. All
 * states are checked in order, because a binary search could miss an expression that holds only for a while. An
 * expression that throws a TypeError, for example by reading a missing property, does not hold.
 */
export function firstHolding(log: ReplayedLog, expression: string, until: number): number | null {
  const script = new Script(`!!(${expression})`, { filename: 'expression' });
  for (let position = 0; position <= until; position++) {
    const { state, address, nowMs } = log.momentAt(position);
    if (holds(script, { state, address, nowMs })) return position;
  }
  return null;
}

function holds(script: Script, scope: object): boolean {
  try {
    return script.runInContext(createContext(scope), { timeout: TIMEOUT_MS }) === true;
  } catch (error) {
    // Compared as text, because an error of another context is not an instance of this context's classes.
    if (String(error).startsWith('TypeError')) return false;
    throw error;
  }
}
