import { getStats, getTrends, setClaimPause } from '@flyerdeck/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildStats, buildTrendDay } from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import AdminDashboardScreen from './AdminDashboardScreen.tsx';

useApiServer();

describe('the dashboard', () => {
  beforeEach(() => {
    answer(getStats, buildStats());
    answer(getTrends, {
      days: [buildTrendDay({ day: '2026-03-01', new_users: 7, credits_bought: 3000, credits_spent: -20 })],
    });
  });

  const show = () => renderScreen(<AdminDashboardScreen />, { address: '/admin' });
  /** A card with its values: the statistics below appear with them. */
  const card = async (name: string) => {
    await screen.findByText('Tasks by Status');
    return screen.getByRole('region', { name });
  };

  test('each card shows its figure, and the charts have tables with the same figures [2.12-01, 2.12-02, 2.12-03, 2.12-04, 2.12-08]', async () => {
    show();
    for (const [name, shown] of [
      ['Users', '1,2001,100 active'],
      ['Pages', '340Linked pages'],
      ['Tasks', '2620 completed'],
      ['Assistants', '53 completed'],
      ['New Users (Last 7 Days)', '42'],
      ['Site Pack', 'Version 1Used by 300 pagesManage site packs'],
    ] as const)
      expect((await card(name)).textContent).toBe(`${name}${shown}`);
    const users = within(await screen.findByRole('table', { name: 'New users per day' }));
    expect(users.getByRole('row', { name: 'Mar 1 7' })).toBeInTheDocument();
    const credits = within(screen.getByRole('table', { name: 'Credits bought, granted and spent per day' }));
    expect(credits.getByRole('row', { name: 'Mar 1 3,000 0 -20' })).toBeInTheDocument();
  });

  test('lists tasks and page postings by status, in the order of processing, unknown statuses last [2.12-06, 2.12-07]', async () => {
    answer(
      getStats,
      buildStats({
        tasks_count: { odd: 4, failed: 1, in_queue: 5, completed: 20 },
        page_postings_count: { failed: 2, completed: 90, posted: 1, pending: 7 },
      }),
    );
    show();
    const statistics = within(await card('System Statistics'));
    const rows = (name: string) =>
      within(statistics.getByRole('region', { name }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(rows('Tasks by Status')).toEqual(['In Queue5', 'Completed20', 'Failed1', 'odd4']);
    expect(rows('Page Postings by Status')).toEqual(['Pending7', 'Posted1', 'Completed90', 'Failed2']);
  });

  test('while the statistics load, shows a placeholder, and buttons that open the other screens [2.12-05]', async () => {
    keepWaiting(getStats);
    const { address } = show();
    expect(await screen.findByRole('status', { name: 'Loading statistics' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Users' })).toHaveTextContent('Users……');
    const access = within(screen.getByRole('region', { name: 'Quick Access' }));
    for (const [name, to] of [
      ['Manage Users', '/admin/users'],
      ['Performance Analytics', '/admin/performance'],
      ['Credit Management', '/admin/credits'],
      ['Detailed Postings', '/admin/postings'],
    ] as const) {
      await userEvent.click(access.getByRole('button', { name }));
      expect(address()).toBe(to);
    }
  });

  test('shows the documented error when the statistics cannot be loaded, and loads them again on Retry [8.4-01]', async () => {
    refuse(getStats, 500, { error: 'The counters rest.', code: 'internal' });
    show();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to load admin dashboard statistics')).toBeVisible();
    answer(getStats, buildStats());
    await userEvent.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await card('Users')).toHaveTextContent('1,200');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('the card Books says when all was explained, and lists the rows that are not', async () => {
    const { unmount } = show();
    expect((await card('Books')).textContent).toMatch(/^BooksExplained 100 %Checked Mar 1, 2026 \d+:\d\d/);
    unmount();
    const row = { rule: 'count', ids: 'task 7', expected: '1 pending', found: '2 pending' };
    const checked_at = new Date().toISOString();
    answer(getStats, buildStats({ books: { checked_at, deviations_count: 1200, deviations: [row] } }));
    show();
    expect((await card('Books')).textContent).toMatch(/^Books1,200 rows not explainedChecked \d+:\d\d( [AP]M)?$/);
    const list = within(await screen.findByRole('region', { name: 'What the books do not explain' }));
    expect(list.getByRole('row', { name: 'count task 7 1 pending 2 pending' })).toBeInTheDocument();
    expect(list.getByText('1 of 1,200 rows')).toBeInTheDocument();
  });

  test('pauses posting for everybody with a sentence, and resumes it', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause posting for everybody…' }));
    expect(screen.getByRole('button', { name: 'Pause Posting' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: 'What users are told' }), 'The site is down.');
    const claim_pause = { sentence: 'The site is down.', since: '2026-03-01T12:00:00.000Z', admin_name: 'Anna Bell' };
    const paused = answer(setClaimPause, undefined);
    answer(getStats, buildStats({ claim_pause }));
    await userEvent.click(screen.getByRole('button', { name: 'Pause Posting' }));
    expect(await screen.findByText('Posting is paused for everybody: The site is down.')).toBeInTheDocument();
    expect(screen.getByText(/^By Anna Bell, Mar 1, 2026/)).toBeInTheDocument();
    expect(paused.map(({ body }) => body)).toEqual([{ sentence: 'The site is down.' }]);
    const resumed = answer(setClaimPause, undefined);
    answer(getStats, buildStats());
    await userEvent.click(screen.getByRole('button', { name: 'Resume Posting' }));
    expect(await screen.findByRole('button', { name: 'Pause posting for everybody…' })).toBeInTheDocument();
    expect(resumed.map(({ body }) => body)).toEqual([{ sentence: null }]);
  });
});
