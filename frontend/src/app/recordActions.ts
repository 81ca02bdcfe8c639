import { loadCredentials, removeActionLog, storeActionLog } from '../data/request/storage.ts';
import { saveFile } from '../lib/browser.ts';
import { readMinuteClock, watchMinuteClock } from '../lib/minuteClock.ts';
import { clockTicked } from '../replay/log/recordedActions.ts';
import { ActionRecorder } from '../replay/record/ActionRecorder.ts';
import { setCurrentRecorder } from '../replay/record/currentRecorder.ts';
import type { MiniApp } from '../telegram/miniApp.ts';
import type { AppStore } from './store.ts';

/** Maximum length of the log that is stored for `?replay`. sessionStorage holds about five million characters. */
const MAX_STORED_LENGTH = 2_000_000;

export function makeRecorder(buildId: string, miniApp: MiniApp | null): ActionRecorder {
  const { pathname, search, hash } = window.location;
  const token = loadCredentials()?.sessionToken;
  return new ActionRecorder({
    buildId,
    address: pathname + search + hash,
    nowMs: readMinuteClock(),
    secrets: token ? [token] : [],
    initData: miniApp?.initData ?? '',
    onCleared: removeActionLog,
  });
}

/** Records the clock's ticks, and offers the log to reports of problems. Stores the log for a `?replay` in this tab, and saves it as a file on Alt+Shift+L. */
export function recordActions(recorder: ActionRecorder, store: AppStore): void {
  setCurrentRecorder(recorder);
  watchMinuteClock((nowMs) => store.dispatch(clockTicked({ nowMs })));
  window.addEventListener('pagehide', () => storeActionLog(recorder.toJson(MAX_STORED_LENGTH)));
  window.addEventListener('keydown', ({ altKey, shiftKey, ctrlKey, metaKey, code }) => {
    if (!altKey || !shiftKey || ctrlKey || metaKey || code !== 'KeyL') return;
    const savedAt = new Date().toISOString().replaceAll(/[:.]/g, '-');
    saveFile(`flyerdeck-actions-${savedAt}.json`, recorder.toJson());
  });
}
