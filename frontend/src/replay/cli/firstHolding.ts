import { createContext, Script } from 'node:vm';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';

const TIMEOUT_MS = 1_000;

/**
 * The position after which an expression over the state first holds, 0 for the start of the log; null when it never
 * does. Every state is looked at in turn: what a person looks for may have come and gone, which halving would miss. An
 * expression that reads what does not exist yet does not hold.
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
    // By its text: an error of another context is not an instance of this one's classes.
    if (String(error).startsWith('TypeError')) return false;
    throw error;
  }
}
