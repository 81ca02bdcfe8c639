import { listAssistants, listCalendar, listCalendarPages, listUserPages } from '@flyerdeck/contracts';
import type { CalendarPosting } from '@flyerdeck/contracts/types';
import { fireEvent, screen, within } from '@testing-library/react';
import { type Arrived, answer, useApiServer } from '../../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import QueuePlan from './QueuePlan.tsx';

/** In test/jsdomWithNetwork.mjs. */
declare function setTimeZone(zone: string): void;

useApiServer();

const HOUR_MS = 3_600_000;
const STEP_MS = 37 * 60_000;
const luna = buildPage({ guid: uuid(1), name: 'Luna' });

/** Days on which clocks change: forward, backward, by half an hour, and at midnight. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Africa/Cairo', '2026-04-24'],
] as const;

/** Postings of two weeks around the day. Each has its own flyer, by whose address the views are compared. */
function postingsAround(day: string): CalendarPosting[] {
  const noonMs = Date.parse(`${day}T12:00Z`);
  const count = Math.floor((14 * 24 * HOUR_MS) / STEP_MS);
  return Array.from({ length: count }, (_, n) => ({
    id: uuid(10_000 + n),
    task_id: uuid(20_000 + n),
    at: new Date(noonMs + (n - count / 2) * STEP_MS).toISOString(),
    status: 'pending',
    is_duplicate: false,
  }));
}

/** Answers with the postings of the requested time. */
function answerWith(postings: readonly CalendarPosting[]): void {
  answer(listUserPages, { pages: [luna] });
  answer(listAssistants, []);
  answer(listCalendarPages, { page_guids: [luna.guid] });
  const requests: Arrived[] = answer(listCalendar, () => {
    const { from, until } = { ...requests.at(-1) }.body as { from: string; until: string };
    const asked = postings.filter(({ at }) => at >= from && at < until);
    return { pages: [{ page_guid: luna.guid, left_out: 0, postings: asked }], tasks: [] };
  });
}

/** The flyer and the shown time of each posting in the dialog. */
const inDialog = (): string[] =>
  [...document.querySelectorAll('[role=dialog] a')].map(
    (link) => `${link.getAttribute('href')} ${link.querySelector('time')?.textContent}`,
  );

async function listed(address: string): Promise<string[]> {
  const { unmount } = renderScreen(<QueuePlan />, { address: `${address}&plan=list` });
  fireEvent.click(await screen.findByRole('button', { name: /^Show all/ }));
  await screen.findByRole('dialog');
  const shown = inDialog();
  unmount();
  return shown;
}

async function inCalendar(address: string): Promise<string[]> {
  const { unmount } = renderScreen(<QueuePlan />, { address: `${address}&plan=calendar` });
  const row = within(await screen.findByRole('group', { name: 'Luna' }));
  const slots = await row.findAllByRole('button');
  const shown = slots.flatMap((slot) => {
    fireEvent.click(slot);
    return inDialog();
  });
  unmount();
  return shown;
}

describe.each(CHANGES)('in %s around the change of the clocks on %s', (timeZone, day) => {
  beforeEach(() => setTimeZone(timeZone));

  const dayOf = ({ at }: CalendarPosting) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.parse(at));
  const daysApart = (one: string, other: string) => (Date.parse(one) - Date.parse(other)) / (24 * HOUR_MS);

  test.each(['week', 'day'] as const)('list and calendar show the same postings of the %s', async (span) => {
    const postings = postingsAround(day);
    answerWith(postings);
    const address = `/?view=queue&planDay=${day}&planSpan=${span}`;
    const list = await listed(address);
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    const expected = postings.filter((posting) => {
      const apart = daysApart(dayOf(posting), day);
      return span === 'day' ? apart === 0 : apart >= -weekday && apart < 7 - weekday;
    });
    expect(list.map((line) => line.split(' ')[0])).toEqual(expected.map(({ task_id }) => `/tasks/${task_id}`));
    expect((await inCalendar(address)).sort()).toEqual([...list].sort());
  });
});
