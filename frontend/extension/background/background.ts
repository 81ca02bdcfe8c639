import { forget, note, read, write } from '../shared/extensionStorage.ts';
import { extensionVersion, productOrigin, siteOrigin } from '../shared/manifestValues.ts';
import type { FromPopup, OutcomeMessage, TestPack } from '../shared/messages.ts';
import { alarmSeconds } from '../sites/waits.ts';
import { doJob } from './doJob.ts';
import { checkFeed, expectFeedCheck } from './feedChecks.ts';
import { resumeJob } from './finishJob.ts';
import { expectWork, pollOnce } from './pollOnce.ts';
import { linkPage, popupState } from './popupState.ts';
import { retryProbe, takePublishedPack } from './sitePack.ts';
import { testPack } from './testPack.ts';

const ALARM = 'poll';
const TRY_AGAIN_SECONDS = 5;

let nextPoll: ReturnType<typeof setTimeout> | undefined;

/** A lock lets only one call work at a time, so that no button is pressed twice. */
async function work(): Promise<void> {
  // Chrome may lose alarms, for example when it restarts.
  if (!(await chrome.alarms.get(ALARM))) await chrome.alarms.create(ALARM, { periodInMinutes: alarmSeconds / 60 });
  await navigator.locks.request('work', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    clearTimeout(nextPoll);
    try {
      wakeAgainIn(await workUntilIdle());
    } catch (error) {
      await note({ problem: `Something went wrong: ${error instanceof Error ? error.message : String(error)}` });
      wakeAgainIn(TRY_AGAIN_SECONDS);
    }
  });
}

/** A poll that is under way is repeated. */
function pollNow(): void {
  expectWork();
  void work();
}

/** Seconds until the next poll; null: at the next alarm. */
async function workUntilIdle(): Promise<number | null> {
  for (;;) {
    const device = await read('device');
    const job = await read('job');
    if (job && !device) await forget('job', 'outcome');
    if (job && device && !(await resumeJob(device, job))) return TRY_AGAIN_SECONDS;
    if (job) await expectFeedCheck();
    if (device?.isLinked) await checkFeed(device);
    const { posting, nextPollSeconds } = await pollOnce(pollNow);
    const linked = posting && (await read('device'));
    if (!linked) return nextPollSeconds;
    await doJob(linked, posting);
    await expectFeedCheck();
  }
}

async function checkNow(): Promise<void> {
  // The user may have repaired the site's tab.
  retryProbe();
  await forget('feedCheck');
  pollNow();
}

/** If the worker is ended before, the alarm wakes it. */
function wakeAgainIn(seconds: number | null): void {
  if (seconds !== null && seconds < alarmSeconds) nextPoll = setTimeout(() => void work(), seconds * 1000);
}

const popupUrl = chrome.runtime.getURL('popup.html');
const recorderUrl = chrome.runtime.getURL('record.html');

async function answerPopup(message: FromPopup) {
  if (message.kind === 'link') await linkPage(message.page);
  if (message.kind === 'pack') await takePublishedPack();
  const state = await popupState();
  if (message.kind !== 'state') await checkNow();
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
  void checkNow();
});

chrome.alarms.onAlarm.addListener(() => void work());
chrome.runtime.onInstalled.addListener(() => void work());
chrome.runtime.onStartup.addListener(() => void checkNow());
// A job of a worker that was ended before may be stored.
void work();
