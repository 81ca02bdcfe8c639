import { readFileSync } from 'node:fs';
import type { UnknownAction } from '@reduxjs/toolkit';
import { makeStore } from '../../app/store.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import type { ActionLog } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { ActionRecorder } from '../record/ActionRecorder.ts';

const ACTIONS = 10_000;
const ROUNDS = 7;
const JUMPS = 200;

const [logFile] = process.argv.slice(2);
if (!logFile) throw new Error('measure LOG.json');
const log = readLog(readFileSync(logFile, 'utf8'));

/** The recorded actions over and over, until there are so many: what a person does all day. */
const longLog = (): ActionLog => ({
  ...log,
  entries: Array.from({ length: ACTIONS }, (_, index) => {
    const { at, action } = log.entries[index % log.entries.length] as ActionLog['entries'][number];
    return { seq: index + 1, at: at + Math.floor(index / log.entries.length) * 1e6, action };
  }),
});

const timed = (act: () => void): number => {
  const startedAt = performance.now();
  act();
  return performance.now() - startedAt;
};

const newRecorder = () =>
  new ActionRecorder({
    buildId: '',
    address: '/',
    nowMs: 0,
    secrets: ['a-session-token-of-43-characters-as-they-are'],
  });

/** Milliseconds to dispatch real actions to the app's own store, with the recorder in it or without. */
function dispatchAll(isRecorded: boolean, copies: readonly UnknownAction[]): number {
  const store = makeStore(log.base.state, isRecorded ? [newRecorder().middleware] : []);
  return timed(() => {
    for (const action of copies) store.dispatch(action);
  });
}

/** An answer is a new object each time: what an earlier round froze would be cheaper. */
const fresh = (entries: ActionLog['entries']): UnknownAction[] =>
  (JSON.parse(JSON.stringify(entries)) as ActionLog['entries']).map(({ action }) => action);

const { entries } = longLog();
const text = JSON.stringify(longLog());
const recorderShare: number[] = [];
const perDispatchUs: number[] = [];
const loadMs: number[] = [];
const jumpMs: number[] = [];

// Once for the compiler.
for (const isRecorded of [true, false]) dispatchAll(isRecorded, fresh(entries));
for (let round = 0; round < ROUNDS; round++) {
  // Halves of a round take turns at going first.
  const order = round % 2 === 0 ? [false, true] : [true, false];
  const taken = new Map(order.map((isRecorded) => [isRecorded, dispatchAll(isRecorded, fresh(entries))]));
  const off = taken.get(false) ?? 0;
  recorderShare.push(((taken.get(true) ?? 0) - off) / off);
  perDispatchUs.push((off / ACTIONS) * 1_000);

  let replayed: ReplayedLog | undefined;
  loadMs.push(
    timed(() => {
      replayed = new ReplayedLog(readLog(text));
    }),
  );
  for (let jump = 0; jump < JUMPS; jump++) {
    const to = (jump * 7_919) % (ACTIONS + 1);
    jumpMs.push(timed(() => replayed?.momentAt(to)));
  }
}
process.stdout.write(JSON.stringify({ recorderShare, perDispatchUs, loadMs, jumpMs, megabytes: text.length / 1e6 }));
