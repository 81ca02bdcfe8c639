import { forget, note, read } from '../shared/extensionStorage.ts';
import { alarmSeconds } from '../sites/waits.ts';
import { doJob } from './doJob.ts';
import { checkFeed, expectFeedCheck } from './feedChecks.ts';
import { resumeJob } from './finishJob.ts';
import { expectWork, pollOnce } from './pollOnce.ts';

const ALARM = 'poll';
const TRY_AGAIN_SECONDS = 5;

let nextPoll: ReturnType<typeof setTimeout> | undefined;

/** Chrome may lose alarms, for example when it restarts. */
async function keepAlarm(): Promise<void> {
  if (!(await chrome.alarms.get(ALARM))) await chrome.alarms.create(ALARM, { periodInMinutes: alarmSeconds / 60 });
}

/** A lock lets only one call work at a time, so that no button is pressed twice. */
export async function work(): Promise<void> {
  await keepAlarm();
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
export function pollNow(): void {
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

export async function checkNow(): Promise<void> {
  await forget('feedCheck');
  pollNow();
}

/** If the worker is ended before, the alarm wakes it. */
function wakeAgainIn(seconds: number | null): void {
  if (seconds !== null && seconds < alarmSeconds) nextPoll = setTimeout(() => void work(), seconds * 1000);
}
