import { listAssistants, listCalendar, listUserPages, queueStatus } from '@flyerdeck/contracts';
import type { CalendarPosting } from '@flyerdeck/contracts/types';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { buildAssistant, buildPage, uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import QueuePlan from './QueuePlan.tsx';

useApiServer();

const DAY = '2026-11-23';
const luna = buildPage({ guid: uuid(1), name: 'Luna', tags: ['vip'] });
const mila = buildPage({ guid: uuid(2), name: 'Mila', tags: [] });
const evening = buildAssistant({ _id: uuid(30), name: 'Evening' });
const morning = buildAssistant({ _id: uuid(31), name: 'Morning' });
const taskOf = (n: number, assistant: typeof evening) => ({
  id: uuid(n),
  assistant_id: assistant._id,
  assistant_name: assistant.name,
  description: 'New set',
  sequence_order: 0,
  file_id: null,
});
/** In the middle of the day, so that it is the same day in every zone of the test machines. */
const posting = (n: number, day: string, changes: Partial<CalendarPosting> = {}): CalendarPosting => ({
  id: uuid(100 + n),
  task_id: uuid(20),
  at: `${day}T12:00:00.000Z`,
  status: 'pending',
  is_duplicate: false,
  ...changes,
});

function answerPlan() {
  answer(listUserPages, { pages: [luna, mila] });
  answer(listAssistants, [evening, morning]);
  answer(queueStatus, { is_posting_active: true, current_task_id: null });
  return answer(listCalendar, {
    total_pages: 2,
    next: [],
    next_left_out: 0,
    next_waiting: 0,
    pages: [
      {
        page_guid: luna.guid,
        left_out: 0,
        after: '2026-11-26T12:00:00.000Z',
        is_waiting: false,
        postings: [
          posting(0, '2026-11-23', { status: 'completed' }),
          posting(1, '2026-11-25'),
          posting(2, '2026-11-25', { task_id: uuid(21), is_duplicate: true }),
        ],
      },
      {
        page_guid: mila.guid,
        left_out: 3,
        after: null,
        is_waiting: true,
        postings: [posting(3, '2026-11-29'), posting(4, '2026-11-24', { status: 'failed' })],
      },
    ],
    tasks: [taskOf(20, evening), taskOf(21, morning)],
  });
}
const show = (parameters: string) =>
  renderScreen(<QueuePlan />, { address: `/?view=queue&planDay=${DAY}&${parameters}` });
const slots = () => screen.getAllByRole('button', { name: /: \d/ }).map((button) => button.getAttribute('aria-label'));

test('the calendar counts the postings of each page and day, and a day opens its postings in a dialog', async () => {
  answerPlan();
  show('plan=calendar');
  await screen.findByRole('button', { name: /^Mila, Sunday, Nov 29: 1 planned$/ });
  expect(slots()).toEqual([
    expect.stringMatching(/^Luna, Monday, Nov 23: 1 (planned|posted)$/),
    'Luna, Wednesday, Nov 25: 2 planned',
    'Mila, Tuesday, Nov 24: 1 failed',
    'Mila, Sunday, Nov 29: 1 planned',
  ]);
  expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('PostedPlannedSome failed');
  await userEvent.click(screen.getByRole('button', { name: 'Luna, Wednesday, Nov 25: 2 planned' }));
  expect(within(await screen.findByRole('dialog')).getAllByRole('link')).toHaveLength(2);
});

test('the list has the same postings, which lead to their details', async () => {
  answerPlan();
  show('plan=list');
  const list = within(await screen.findByRole('list', { name: 'Posts of Luna' }));
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/tasks/${uuid(20)}`,
    `/tasks/${uuid(20)}`,
    `/tasks/${uuid(21)}`,
  ]);
  expect(list.getAllByRole('link')[2]).toHaveTextContent('Morning, flyer 1: New set (repeat)');
  const [, failed] = within(screen.getByRole('list', { name: 'Posts of Mila' })).getAllByRole('link');
  expect(failed).toHaveTextContent(/^Tue, Nov 24, .*FailedEvening, flyer 1/);
  expect(screen.getByText('3 further posts in this time.')).toBeVisible();
  expect(screen.getByText(/^Further posts after Thu, Nov 26, \d\d:00\.$/)).toBeVisible();
  expect(screen.getByText('Waits until the page can post.')).toBeVisible();
});
