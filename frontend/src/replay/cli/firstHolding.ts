import { createContext, Script } from 'node:vm';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import type { LogEntry } from '../log/logFormat.ts';

const PATIENCE_MS = 1_000;

/** Where an expression first held: at the start of the log, or after an action; null when it never did. */
export type Holding = { readonly position: 0 } | { readonly position: number; readonly entry: LogEntry } | null;

/**
 * Finds the first action after which an expression over the state holds. Looks at every state in turn: what a person
 * looks for may have come and gone, which halving would miss. What does not exist yet holds nothing.
 */
export function firstHolding(log: ReplayedLog, expression: string, until: number): Holding {
  const script = new Script(`!!(${expression})`, { filename: 'expression' });
  for (let position = 0; position <= until; position++) {
    const { state, address, nowMs } = log.momentAt(position);
    if (!holds(script, { state, address, nowMs })) continue;
    const entry = log.entryAt(position);
    return entry ? { position, entry } : { position: 0 };
  }
  return null;
}

function holds(script: Script, scope: object): boolean {
  try {
    return script.runInContext(createContext(scope), { timeout: PATIENCE_MS }) === true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TypeError') return false;
    // Errors of another context are none of ours by class.
    if (String(error).startsWith('TypeError')) return false;
    throw error;
  }
}
