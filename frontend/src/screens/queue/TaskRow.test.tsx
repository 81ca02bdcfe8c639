import { listAssistants, listCalendar, listUserPages, queueStatus } from '@flyerdeck/contracts';
import type { CalendarPosting } from '@flyerdeck/contracts/types';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer } from '../../../test/apiServer.ts';
import { buildAssistant, buildPage, uuid } from '../../../test/builders.ts';
import { buildPosting, buildTask, renderQueueTab, useQueueServer } from '../../../test/queueTab.tsx';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { bySlot, dayOf, planRange, slotIndexOf, slotsOf } from './plan/planRange.ts';
import { addDays, PLAN_SPANS } from './plan/planView.ts';
import QueuePlan from './plan/QueuePlan.tsx';

const { state, countOf, bodiesOf, hold } = useQueueServer();

const RETRY = 'POST /api/tasks/t1/retry';
const failedCounts = { posted: 1, pending: 0, failed: 2, total: 3 };

const openTab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }));
const onlyRow = async () => screen.findByRole('article');
const retryButton = async () => within(await onlyRow()).findByRole('button', { name: 'Retry' });

describe('a task row', () => {
  it('shows position, text, picture, assistant, status and the counts that are not zero [2.8-10, 2.8-11, 2.8-12, 2.8-13, 2.8-15, 2.8-16, 2.8-17]', async () => {
    const counts = { posted: 0, pending: 0, failed: 0 };
    state.tasks = [
      buildTask({
        _id: '1',
        file_id: 'f1',
        sequence_order: 4,
        description: 'Big news',
        page_counts: { ...counts, posted: 2, pending: 1, total: 3 },
      }),
      buildTask({ _id: '2', file_id: null, description: '', page_counts: { ...counts, failed: 4, total: 4 } }),
    ];
    const { container } = renderQueueTab();
    const [first, second] = (await screen.findAllByRole('article')).map((row) => within(row));
    for (const text of ['5. Big news', 'Evening promo', 'In Queue', '2 posted', '1 pending'])
      expect(first?.getByText(text)).toBeVisible();
    expect(first?.queryByText(/failed/)).not.toBeInTheDocument();
    for (const text of ['1. (No description)', '4 failed']) expect(second?.getByText(text)).toBeVisible();
    expect(second?.queryByText(/posted|pending/)).not.toBeInTheDocument();
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/api/get_image/f1?w=160',
    ]);
    expect(second?.getByRole('img', { name: 'No picture' })).toBeVisible();
  });

  it('shows when it was created, or when it was updated later [2.8-18, 2.8-19]', async () => {
    const now = Date.now();
    const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    state.tasks = [
      buildTask({ _id: '1', createdAt: ago(120), updatedAt: ago(120) }),
      buildTask({ _id: '2', createdAt: ago(120), updatedAt: ago(5) }),
    ];
    renderQueueTab();
    expect(await screen.findByText('Created about 2 hours ago')).toBeVisible();
    expect(screen.getByText('Updated 5 minutes ago')).toBeVisible();
  });

  it('shows a summary of the wait reasons, and the full reason of each page after a click on Pages', async () => {
    state.tasks = [buildTask({ _id: 't1', page_counts: { posted: 1, pending: 1, failed: 0, total: 2 } })];
    state.postings.t1 = [
      buildPosting({ id: 'p1', name: 'Luna', status: 'pending', wait_reason: 'page_offline', errorMessage: null }),
      buildPosting({ id: 'p2', name: 'Nova', status: 'completed', errorMessage: null }),
    ];
    renderQueueTab();
    const row = within(await onlyRow());
    expect(await row.findByText('Waiting: 1 page offline')).toBeVisible();
    expect(row.queryByText('Luna')).not.toBeInTheDocument();
    await userEvent.click(row.getByRole('button', { name: 'Pages (2)' }));
    expect(await row.findByText(/Open its browser with the extension/)).toHaveTextContent(
      'Luna: The page has not polled',
    );
    expect(row.getByText(/Nova/).closest('li')).toHaveTextContent('Nova: Posted.');
    await userEvent.click(row.getByRole('button', { name: 'Hide pages' }));
    expect(row.queryByText('Nova')).not.toBeInTheDocument();
  });

  it('failed pages are loaded without a click, and not retried while the task is in progress [4.6-05, 4.6-06, 4.6-07]', async () => {
    const STATUSES = ['failed', 'partially_completed', 'posting'] as const;
    state.tasks = STATUSES.map((status) =>
      buildTask({ _id: status, status, page_counts: { posted: 1, pending: 0, failed: 1, total: 2 } }),
    );
    for (const status of STATUSES)
      state.postings[status] = [buildPosting({ name: status, errorMessage: 'The site asked for a captcha.' })];
    renderQueueTab();
    const failures = async (count: number) => {
      await waitFor(() => expect(screen.getAllByRole('list', { name: 'Failed pages' })).toHaveLength(count));
      return screen.getAllByRole('list', { name: 'Failed pages' });
    };
    await openTab(/^In Progress/);
    expect((await failures(1))[0]).toHaveTextContent('posting: The site asked for a captcha.');
    expect(screen.queryByRole('button', { name: /Retry/ })).not.toBeInTheDocument();
    await openTab(/^Failed/);
    const [failed, partially] = await failures(2);
    expect(failed).toHaveTextContent('failed: The site asked for a captcha.');
    expect(partially).toHaveTextContent('partially_completed: The site asked for a captcha.');
    expect(STATUSES.map((status) => countOf(`GET /api/tasks/${status}`))).toEqual([1, 1, 1]);
  });
});

describe('a failed task', () => {
  beforeEach(() => {
    state.tasks = [buildTask({ _id: 't1', status: 'partially_completed', page_counts: failedCounts })];
    state.postings.t1 = [
      buildPosting({ id: 'p1', name: 'Luna', errorMessage: 'Composer did not open.' }),
      buildPosting({ id: 'p2', name: 'Nova', errorMessage: null }),
      buildPosting({ id: 'p3', name: 'Vega', status: 'completed', errorMessage: null }),
    ];
  });

  it('lists each failed page with its error message without a click [2.8-20, 8.2-13, 8.2-14]', async () => {
    renderQueueTab();
    await openTab(/^Failed/);
    const failures = within(await screen.findByRole('list', { name: 'Failed pages' }));
    expect(failures.getAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)).toEqual([
      'Luna: Composer did not open.',
      'Nova: No error message provided.',
    ]);
  });

  it.each([
    [undefined, 'Error loading details: Failed to fetch details.'],
    ['The task is gone.', 'Error loading details: The task is gone.'],
  ])('shows why its details cannot be loaded (server message: %p) [8.2-12]', async (sentence, shown) => {
    state.refusals['GET /api/tasks/t1'] = {
      status: 500,
      ...(sentence ? { body: { error: sentence, code: 'internal' } } : {}),
    };
    renderQueueTab();
    await openTab(/^Failed/);
    expect(await screen.findByText(shown)).toBeVisible();
  });

  it("is retried for all failed pages by an empty body, and the button shows 'Retrying...' meanwhile; a refusal is only logged [4.6-04, 8.2-15]", async () => {
    const release = hold(RETRY);
    state.refusals[RETRY] = { status: 409, body: { error: 'The page was unlinked.', code: 'page.unlinked' } };
    renderQueueTab();
    await openTab(/^Failed/);
    await userEvent.click(await retryButton());
    expect(await screen.findByRole('button', { name: 'Retrying...' })).toBeDisabled();
    release();
    expect(await retryButton()).toBeEnabled();
    expect(bodiesOf(RETRY)).toEqual([{}]);
    expect(screen.queryByText(/The page was unlinked/)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a failed posting that may be live', () => {
  beforeEach(() => {
    state.tasks = [buildTask({ _id: 't1', status: 'failed', page_counts: failedCounts })];
    state.postings.t1 = [
      buildPosting({ id: 'p1', name: 'Luna', error_code: 'unconfirmed' }),
      buildPosting({ id: 'p2', name: 'Nova' }),
    ];
  });

  const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const openDialog = async () => {
    renderQueueTab();
    await openTab(/^Failed/);
    await screen.findByRole('list', { name: 'Failed pages' });
    await clickButton('Retry');
    return screen.findByRole('dialog', { name: 'The post may be live already' });
  };

  it('is retried only after a confirmation that names its page', async () => {
    const dialog = await openDialog();
    expect(within(dialog).getByRole('list', { name: 'Pages to check' })).toHaveTextContent(/^Luna$/);
    await clickButton('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(countOf(RETRY)).toBe(0);
    await clickButton('Retry');
    await clickButton('Retry anyway');
    await waitFor(() => expect(bodiesOf(RETRY)).toEqual([{ confirm_unconfirmed: true }]));
  });
});

describe('plan', () => {
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
  const slots = () =>
    screen.getAllByRole('button', { name: /: \d/ }).map((button) => button.getAttribute('aria-label'));

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
});

/** In test/jsdomWithNetwork.mjs. */
declare function setTimeZone(zone: string): void;

const HOUR_MS = 3_600_000;
const STEP_MS = 17 * 60_000;

/** A day on which the zone changes its clocks, and its hours. In Cairo at midnight. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Africa/Cairo', '2026-04-24', 23],
  ['Africa/Cairo', '2026-10-29', 25],
] as const;

const postingsBetween = (fromMs: number, untilMs: number): CalendarPosting[] => {
  const postings: CalendarPosting[] = [];
  for (let atMs = fromMs; atMs < untilMs; atMs += STEP_MS) {
    postings.push({
      id: uuid(postings.length),
      task_id: uuid(1),
      at: new Date(atMs).toISOString(),
      status: 'pending',
      is_duplicate: false,
    });
  }
  return postings;
};

describe.each(CHANGES)('in %s around %s', (zone, day, hours) => {
  beforeEach(() => setTimeZone(zone));

  it('the day has its hours', () => {
    const { from, until } = planRange('day', day);
    expect((Date.parse(until) - Date.parse(from)) / HOUR_MS).toBe(hours);
    expect(dayOf(from)).toBe(day);
    expect(dayOf(Date.parse(from) - 1)).toBe(addDays(day, -1));
  });

  it.each(PLAN_SPANS)('the columns of a %s hold each posting of the list once, and no other one', (span) => {
    const range = planRange(span, day);
    const [fromMs, untilMs] = [Date.parse(range.from), Date.parse(range.until)];
    const list = postingsBetween(fromMs, untilMs);
    const around = [
      ...postingsBetween(fromMs - 5 * HOUR_MS, fromMs),
      ...postingsBetween(untilMs, untilMs + 5 * HOUR_MS),
    ];
    const columns = bySlot([...list, ...around], range);
    const inOrder = [...columns].sort(([a], [b]) => a - b).flatMap(([, postings]) => postings);
    expect(new Set(inOrder)).toEqual(new Set(list));
    expect(inOrder).toHaveLength(list.length);
    expect(Math.max(...columns.keys())).toBeLessThan(slotsOf(range).length);
    expect(slotIndexOf(range.from, range)).not.toBeNull();
    expect(slotIndexOf(range.until, range)).toBeNull();
  });
});

it('a week begins with its day, which is today at first', () => {
  expect(planRange('week', '2026-11-25')).toMatchObject({ firstDay: '2026-11-25', lastDay: '2026-12-01' });
});

it('a day without a midnight begins with its first moment', () => {
  setTimeZone('Africa/Cairo');
  expect(planRange('day', '2026-04-24').from).toBe('2026-04-23T22:00:00.000Z');
});
