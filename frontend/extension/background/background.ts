import { read, write } from '../shared/extensionStorage.ts';
import { extensionVersion, productOrigin, siteOrigin } from '../shared/manifestValues.ts';
import type { FromPopup, OutcomeMessage, TestPack } from '../shared/messages.ts';
import { linkPage, popupState } from './popupState.ts';
import { retryProbe, takePublishedPack } from './sitePack.ts';
import { testPack } from './testPack.ts';
import { checkNow, work } from './work.ts';

const popupUrl = chrome.runtime.getURL('popup.html');
const recorderUrl = chrome.runtime.getURL('record.html');

/** The user may have repaired the site's tab. */
function pollForUser(): Promise<void> {
  retryProbe();
  return checkNow();
}

async function answerPopup(message: FromPopup) {
  if (message.kind === 'link') await linkPage(message.page);
  if (message.kind === 'pack') await takePublishedPack();
  const state = await popupState();
  if (message.kind !== 'state') await pollForUser();
  return state;
}

/** Stored, because the worker that gets this message may not be the one that asked for the press. */
async function keepOutcome({ postingId, outcome }: OutcomeMessage): Promise<void> {
  if ((await read('job'))?.posting.id !== postingId) return;
  await write('outcome', { postingId, outcome });
  // Not awaited: Chrome ends a worker that takes minutes to answer a message.
  void work();
}

chrome.runtime.onMessage.addListener((message: FromPopup | OutcomeMessage | TestPack, sender, respond) => {
  if (sender.id !== chrome.runtime.id) return false;
  if (message.kind === 'outcome') {
    if (sender.origin !== siteOrigin) return false;
    void keepOutcome(message).then(() => respond(null));
    return true;
  }
  if (message.kind === 'test_pack') {
    if (sender.url !== recorderUrl) return false;
    void testPack(message.pack).then(respond);
    return true;
  }
  if (sender.url !== popupUrl) return false;
  answerPopup(message).then(
    (state) => respond({ state }),
    (error: unknown) => respond({ error: error instanceof Error ? error.message : String(error) }),
  );
  return true;
});

/** The product's pages may wake the worker before its next alarm. They get the extension's version. */
chrome.runtime.onMessageExternal.addListener((message: unknown, sender, respond) => {
  if (sender.origin !== productOrigin || (message as { kind?: unknown })?.kind !== 'poll') return;
  respond({ version: extensionVersion });
  void pollForUser();
});

chrome.alarms.onAlarm.addListener(() => void work());
chrome.runtime.onInstalled.addListener(() => void work());
chrome.runtime.onStartup.addListener(() => void checkNow());
// A job of a worker that was ended before may be stored.
void work();
