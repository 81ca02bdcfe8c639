import { loadCredentials, removeActionLog, storeActionLog } from '../data/request/storage.ts';
import { saveFile } from '../lib/browser.ts';
import { readMinuteClock, watchMinuteClock } from '../lib/minuteClock.ts';
import { clockTicked } from '../replay/log/logFormat.ts';
import { ActionRecorder, currentRecorder } from '../replay/record/ActionRecorder.ts';
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

export function recordActions(recorder: ActionRecorder, store: AppStore): void {
  currentRecorder.instance = recorder;
  watchMinuteClock((nowMs) => store.dispatch(clockTicked({ nowMs })));
  window.addEventListener('pagehide', () => storeActionLog(recorder.toJson(MAX_STORED_LENGTH)));
  window.addEventListener('keydown', ({ altKey, shiftKey, ctrlKey, metaKey, code }) => {
    if (!altKey || !shiftKey || ctrlKey || metaKey || code !== 'KeyL') return;
    const savedAt = new Date().toISOString().replaceAll(/[:.]/g, '-');
    saveFile(`flyerdeck-actions-${savedAt}.json`, recorder.toJson());
  });
}
