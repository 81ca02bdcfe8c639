import { useEffect } from 'react';
import { currentWebApp, subscribeToTelegram } from './webApp.ts';

const unsaved = new Set<unknown>();
let isAsking = false;

function updateTelegram(): void {
  const webApp = currentWebApp();
  const shouldAsk = unsaved.size > 0;
  if (!webApp?.isVersionAtLeast('6.2') || shouldAsk === isAsking) return;
  isAsking = shouldAsk;
  if (shouldAsk) webApp.enableClosingConfirmation();
  else webApp.disableClosingConfirmation();
}

/** While any owner has unsaved edits, Telegram asks before it closes the app. `owner` identifies the caller. */
export function setUnsaved(owner: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(owner);
  else unsaved.delete(owner);
  updateTelegram();
}

export function useClosingConfirmation(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const owner = {};
    setUnsaved(owner, true);
    return () => setUnsaved(owner, false);
  }, [isUnsaved]);
}

// Edits may be older than Telegram's script.
subscribeToTelegram(updateTelegram);
