import { useEffect } from 'react';
import { currentWebApp, subscribeToTelegram } from './webApp.ts';

const unsaved = new Set<unknown>();
let isAsking = false;

function tellTelegram(): void {
  const webApp = currentWebApp();
  const shouldAsk = unsaved.size > 0;
  if (!webApp?.isVersionAtLeast('6.2') || shouldAsk === isAsking) return;
  isAsking = shouldAsk;
  if (shouldAsk) webApp.enableClosingConfirmation();
  else webApp.disableClosingConfirmation();
}

/** Has Telegram ask before it closes the app, until nobody has anything unsaved; `owner` tells who speaks. */
export function holdOpen(owner: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(owner);
  else unsaved.delete(owner);
  tellTelegram();
}

/** For as long as a form has edits that would be lost. */
export function useClosingConfirmation(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const owner = {};
    holdOpen(owner, true);
    return () => holdOpen(owner, false);
  }, [isUnsaved]);
}

// What was edited before Telegram's script came counts too.
subscribeToTelegram(tellTelegram);
