import { forgetActionLog, keepActionLog, loadCredentials } from '../data/session/storage.ts';
import { readMinuteClock, watchMinuteClock } from '../lib/minuteClock.ts';
import { saveFile } from '../lib/saveFile.ts';
import { ActionRecorder } from '../replay/record/ActionRecorder.ts';
import { clockTicked } from '../replay/record/recordedActions.ts';
import type { MiniApp } from '../telegram/miniApp.ts';
import type { AppStore } from './store.ts';

/** So much of the newest stays for a `?replay` in the same tab; a tab's storage holds about five million characters. */
const KEPT_LENGTH = 2_000_000;

export function makeRecorder(buildId: string, miniApp: MiniApp | null): ActionRecorder {
  const { pathname, search, hash } = window.location;
  const token = loadCredentials()?.sessionToken;
  return new ActionRecorder({
    buildId,
    address: pathname + search + hash,
    nowMs: readMinuteClock(),
    secrets: token ? [token] : [],
    proof: miniApp?.initData ?? '',
    onForgotten: forgetActionLog,
  });
}

/** The clock goes into the log; the log goes to who asks for it: by Alt+Shift+L as a file, by `?replay` in this tab. */
export function recordActions(recorder: ActionRecorder, store: AppStore): void {
  watchMinuteClock((nowMs) => store.dispatch(clockTicked({ nowMs })));
  window.addEventListener('pagehide', () => keepActionLog(recorder.toJson(KEPT_LENGTH)));
  window.addEventListener('keydown', ({ altKey, shiftKey, ctrlKey, metaKey, code }) => {
    if (!altKey || !shiftKey || ctrlKey || metaKey || code !== 'KeyL') return;
    const savedAt = new Date().toISOString().replaceAll(/[:.]/g, '-');
    saveFile(`flyerdeck-actions-${savedAt}.json`, recorder.toJson());
  });
}
