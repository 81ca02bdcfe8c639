import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, render } from '@testing-library/react';
import type { RootState } from '../src/data/store/rootReducer.ts';
import { holdMinuteClock } from '../src/lib/minuteClock.ts';
import { ReplayedLog } from '../src/replay/fold/ReplayedLog.ts';
import { readLog } from '../src/replay/log/readLog.ts';
import { makeStageStore, ReplayedApp } from '../src/replay/stage/openStage.tsx';

const FOLDER = path.join(__dirname, '../src/replay/reported');
/** A screen, its tab and its dialogs are loaded one after the other. */
const LOADS = 20;

/** The texts of all elements, one per line. */
function shownText(): string {
  const lines = [...document.body.querySelectorAll('*')].map((element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.nodeValue)
      .join(''),
  );
  const values = [...document.body.querySelectorAll('input, textarea')].map(
    (field) => (field as HTMLInputElement).value,
  );
  return [...lines, ...values].filter((line) => line.trim() !== '').join('\n');
}

interface ShownMoment {
  /** What the screen shows, with the texts in its fields. */
  readonly text: string;
  readonly state: RootState;
}

/** A log or report in `src/replay/reported`. */
export function reportedSession(name: string) {
  const replayed = new ReplayedLog(readLog(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')));
  return {
    /** Replays this number of actions and shows the app, without a server. */
    async showAt(position: number): Promise<ShownMoment> {
      const { state, address, nowMs } = replayed.momentAt(position);
      holdMinuteClock(nowMs);
      render(<ReplayedApp store={makeStageStore(state)} address={address} />);
      for (let load = 0; load < LOADS; load++) await act(async () => {});
      return { text: shownText(), state };
    },
  };
}
