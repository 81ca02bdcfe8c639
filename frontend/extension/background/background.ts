import { extensionVersion, productOrigin, siteOrigin } from '../shared/manifestFacts.ts';
import type { FromPopup, OutcomeMessage } from '../shared/messages.ts';
import { read, write } from './extensionStore.ts';
import { linkPage } from './linkPage.ts';
import { popupState } from './popupState.ts';
import { work } from './work.ts';

const popupUrl = chrome.runtime.getURL('popup.html');

async function answerPopup(message: FromPopup) {
  if (message.kind === 'link') await linkPage(message.page);
  const state = await popupState();
  if (message.kind !== 'state') void work();
  return state;
}

/** Kept whoever is at work: the worker that pressed, or, if that one died, the one that this message woke. */
async function keepOutcome({ postingId, outcome }: OutcomeMessage): Promise<void> {
  if ((await read('job'))?.posting.id !== postingId) return;
  await write('outcome', { postingId, outcome });
  // Not waited for: Chrome ends a worker whose answer to one message takes minutes.
  void work();
}

chrome.runtime.onMessage.addListener((message: FromPopup | OutcomeMessage, sender, respond) => {
  if (sender.id !== chrome.runtime.id) return false;
  // A page of the site is not trusted with more than to say what came of a press.
  if (message.kind === 'outcome') {
    if (sender.origin !== siteOrigin) return false;
    void keepOutcome(message).then(() => respond(null));
    return true;
  }
  if (sender.url !== popupUrl) return false;
  answerPopup(message).then(
    (state) => respond({ state }),
    (error: unknown) => respond({ error: error instanceof Error ? error.message : String(error) }),
  );
  return true;
});

/** The product's own pages may say that there is news, so that nobody waits for the next alarm. They learn the version. */
chrome.runtime.onMessageExternal.addListener((message: unknown, sender, respond) => {
  if (sender.origin !== productOrigin || (message as { kind?: unknown })?.kind !== 'poll') return;
  respond({ version: extensionVersion });
  void work();
});

chrome.alarms.onAlarm.addListener(() => void work());
chrome.runtime.onInstalled.addListener(() => void work());
chrome.runtime.onStartup.addListener(() => void work());
// Whatever woke it: a job of an earlier life may wait.
void work();
