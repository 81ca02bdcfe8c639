import { alarmSeconds } from '../shared/waits.ts';
import { doJob } from './doJob.ts';
import { forget, note, read } from './extensionStore.ts';
import { resumeJob } from './finishJob.ts';
import { pollOnce } from './pollOnce.ts';

const ALARM = 'poll';
const TRY_AGAIN_SECONDS = 5;

let nextPoll: ReturnType<typeof setTimeout> | undefined;

/** Chrome may lose alarms, with a restart for one. */
async function keepAlarm(): Promise<void> {
  if (!(await chrome.alarms.get(ALARM))) await chrome.alarms.create(ALARM, { periodInMinutes: alarmSeconds / 60 });
}

/** Does what there is to do. However many wake it at once, one works: a second press can't come from a second hand. */
export async function work(): Promise<void> {
  await keepAlarm();
  await navigator.locks.request('work', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    clearTimeout(nextPoll);
    try {
      wakeAgainIn(await workUntilIdle());
    } catch (error) {
      await note({ trouble: `Something went wrong: ${error instanceof Error ? error.message : String(error)}` });
      wakeAgainIn(TRY_AGAIN_SECONDS);
    }
  });
}

/** Answers when to look again, in seconds; null: when the alarm rings. */
async function workUntilIdle(): Promise<number | null> {
  for (;;) {
    const device = await read('device');
    const job = await read('job');
    if (job && !device) await forget('job', 'outcome');
    if (job && device && !(await resumeJob(device, job))) return TRY_AGAIN_SECONDS;
    const { posting, nextPollSeconds } = await pollOnce();
    const linked = posting && (await read('device'));
    if (!linked) return nextPollSeconds;
    // Between postings it polls again at once.
    await doJob(linked, posting);
  }
}

/** Sooner than the alarm; where the worker dies before, the alarm wakes it. */
function wakeAgainIn(seconds: number | null): void {
  if (seconds !== null && seconds < alarmSeconds) nextPoll = setTimeout(() => void work(), seconds * 1000);
}
