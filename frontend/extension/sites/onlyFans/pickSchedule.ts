import { SiteProblem, siteChanged } from '../../shared/SiteProblem.ts';
import { find, findAll, need, textOf, waitFor } from '../dom.ts';
import { SELECTORS } from './selectors.ts';

const CONTROL_TIMEOUT_MS = 5_000;
/** Ten years, the longest delay that the product's rules allow. */
const MAX_MONTHS_AHEAD = 121;

const monthOf = (date: Date) => date.toLocaleString('en-US', { month: 'long', year: 'numeric' });

function pick(selector: string, text: string, what: string): void {
  const item = findAll(selector).find((element) => textOf(element) === text);
  if (!item) throw siteChanged(what);
  item.click();
}

/** Sets the site's scheduler to the minute, in the browser's time zone. */
export async function pickSchedule(at: Date): Promise<void> {
  (await need(SELECTORS.scheduleButton, 'The schedule button', CONTROL_TIMEOUT_MS)).click();
  await need(SELECTORS.schedulePopup, 'The calendar', CONTROL_TIMEOUT_MS);
  const month = await need(SELECTORS.scheduleMonth, "The calendar's month", CONTROL_TIMEOUT_MS);
  for (let ahead = 0; textOf(month) !== monthOf(at); ahead++) {
    if (ahead > MAX_MONTHS_AHEAD) {
      throw new SiteProblem('refused', `The creator site's calendar does not reach ${monthOf(at)}.`);
    }
    const next = find(SELECTORS.scheduleNextMonth);
    if (!next) throw siteChanged("The calendar's next month");
    const shown = textOf(month);
    next.click();
    await waitFor(() => textOf(month) !== shown, CONTROL_TIMEOUT_MS);
  }
  pick(SELECTORS.scheduleDays, String(at.getDate()), "The calendar's day");
  (await need(SELECTORS.scheduleTimeTab, "The scheduler's time", CONTROL_TIMEOUT_MS)).click();
  pick(SELECTORS.scheduleHours, String(at.getHours() % 12 || 12), "The scheduler's hour");
  pick(SELECTORS.scheduleMinutes, String(at.getMinutes()).padStart(2, '0'), "The scheduler's minute");
  pick(SELECTORS.scheduleHalves, at.getHours() < 12 ? 'am' : 'pm', "The scheduler's am and pm");
  (await need(SELECTORS.scheduleSave, "The scheduler's Save button", CONTROL_TIMEOUT_MS)).click();
  const shown = await waitFor(() => textOf(find(SELECTORS.scheduleShown)) || null, CONTROL_TIMEOUT_MS);
  if (shown === null) throw siteChanged('The time of the scheduled post');
  // A wrong time is worse than none, so the time that the site shows is checked.
  const understood = new Date(shown);
  if (Math.floor(understood.getTime() / 60_000) !== Math.floor(at.getTime() / 60_000)) {
    throw new SiteProblem('site_changed', `The creator site understood another time (${shown}). Update the extension.`);
  }
}
