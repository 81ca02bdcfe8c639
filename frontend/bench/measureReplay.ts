import { readFileSync } from 'node:fs';
import type { UnknownAction } from '@reduxjs/toolkit';
import { makeStore } from '../src/app/store.ts';
import { ReplayedLog } from '../src/replay/fold/ReplayedLog.ts';
import type { ActionLog } from '../src/replay/log/logFormat.ts';
import { readLog } from '../src/replay/log/readLog.ts';
import { ActionRecorder } from '../src/replay/record/ActionRecorder.ts';

const ACTIONS = 10_000;
const SAMPLES = 5;
const ROUNDS_PER_SAMPLE = 4;
const JUMPS = 200;
const ACTIONS_PER_TURN = 100;

const [logFile] = process.argv.slice(2);
if (!logFile) throw new Error('Usage: measure LOG.json');
const log = readLog(readFileSync(logFile, 'utf8'));

/** A log of ACTIONS entries that repeats the recorded actions. */
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

interface Taken {
  readonly off: number;
  readonly on: number;
}

/** Milliseconds of each turn. The same actions run in the app's store with the recorder and without it. */
function dispatchAll(): Taken[] {
  const lanes = (['off', 'on'] as const).map((lane) => ({
    lane,
    store: makeStore(log.base.state, lane === 'on' ? [newRecorder().middleware] : []),
    actions: fresh(entries),
  }));
  return Array.from({ length: ACTIONS / ACTIONS_PER_TURN }, (_, turn) => {
    const taken = { off: 0, on: 0 };
    const from = turn * ACTIONS_PER_TURN;
    // The order alternates, so that neither store has an advantage.
    for (const { lane, store, actions } of turn % 2 === 0 ? lanes : lanes.toReversed()) {
      taken[lane] = timed(() => {
        for (let at = from; at < from + ACTIONS_PER_TURN; at++) store.dispatch(actions[at] as UnknownAction);
      });
    }
    return taken;
  });
}

/** The sum of the best time of each turn. Other processes on the machine make the other times longer. */
function bestOfSome(): Taken {
  const rounds = Array.from({ length: ROUNDS_PER_SAMPLE }, dispatchAll);
  const best = (lane: keyof Taken) =>
    (rounds[0] ?? []).reduce((sum, _, turn) => sum + Math.min(...rounds.map((round) => round[turn]?.[lane] ?? 0)), 0);
  return { off: best('off'), on: best('on') };
}

/** New copies of the actions. Objects that an earlier round has frozen would be cheaper to process. */
const fresh = (entries: ActionLog['entries']): UnknownAction[] =>
  (JSON.parse(JSON.stringify(entries)) as ActionLog['entries']).map(({ action }) => action);

const { entries } = longLog();
const text = JSON.stringify(longLog());
const recorderShare: number[] = [];
const perDispatchUs: number[] = [];
const loadMs: number[] = [];
const jumpMs: number[] = [];

// Warm-up for the JIT compiler.
dispatchAll();
for (let sample = 0; sample < SAMPLES; sample++) {
  const { off, on } = bestOfSome();
  recorderShare.push((on - off) / off);
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
