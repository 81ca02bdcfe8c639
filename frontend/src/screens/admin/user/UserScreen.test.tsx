import { getUser, getUserActivity, listAuditEvents, listUserLedger } from '@flyerdeck/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { buildActivity, buildLedgerEntry, buildUserDetail } from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { choose } from '../../../../test/choose.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import UserScreen from './UserScreen.tsx';

useApiServer();

const user = buildUserDetail({ telegram_id: '20' });
const show = (search = '') =>
  renderScreen(
    <Routes>
      <Route path="/admin/users/:telegramId" element={<UserScreen />} />
      <Route path="*" element={null} />
    </Routes>,
    { address: `/admin/users/20${search}` },
  );

test('shows the counts of the activity, requests all again on Refresh, turns the pages of the ledger, and leads to other screens [2.14-11, 2.14-12, 2.14-13, 2.14-14]', async () => {
  const activity = buildActivity({ pages_count: 2, tasks_count: 1204, assistants_count: 3, page_postings_count: 9000 });
  const ledger = answer(listUserLedger, { entries: [buildLedgerEntry()], total: 1204 });
  const requests = [
    answer(getUser, user),
    answer(getUserActivity, activity),
    answer(listAuditEvents, { events: [], total: 0 }),
  ];
  const { address } = show('?ledger=2');
  const heading = await screen.findByText('Activity Summary');
  const summary = within(heading.closest('.ant-card') as HTMLElement);
  for (const [label, count] of [
    ['Pages', '2'],
    ['Tasks', '1,204'],
    ['Assistants', '3'],
    ['Page Postings', '9,000'],
  ] as const) {
    expect(summary.getByText(label).closest('.ant-statistic')).toHaveTextContent(`${label}${count}`);
  }
  for (const [name, href] of [
    ['View Postings', '/admin/postings?owner=20'],
    ['Open in Audit Log', '/admin/audit?user=20'],
  ] as const) {
    expect(await screen.findByText(name)).toHaveAttribute('href', href);
  }
  await screen.findByText(/^Updated at/);
  fireEvent.click(screen.getByText('Refresh'));
  await waitFor(() => expect(requests.map(({ length }) => length)).toEqual([2, 2, 2]));
  fireEvent.click(screen.getByTitle('3'));
  await waitFor(() => expect(ledger.map(({ url }) => url.searchParams.get('page'))).toEqual(['2', '2', '3']));
  expect(address()).toBe('/admin/users/20?ledger=3');
  await choose('Type of entry', 'Refund');
  await waitFor(() => expect(ledger.at(-1)?.url.search).toBe('?page=1&limit=20&transaction_type=refund'));
  expect(address()).toBe('/admin/users/20?entries=refund');
  fireEvent.click(screen.getByText('Adjust Credits'));
  expect(address()).toBe('/admin/credits?user=20');
});

test('shows a loading text, and an error when the user or the activity fails; Retry sends the failed request again [2.14-21, 8.4-03]', async () => {
  keepWaiting(listAuditEvents);
  keepWaiting(listUserLedger);
  refuse(getUser, 500);
  keepWaiting(getUserActivity);
  const { unmount } = show();
  expect(screen.getByText('Loading activity data...')).toBeInTheDocument();
  expect(within(await screen.findByRole('alert')).getByText('Failed to load user details')).toBeVisible();
  answer(getUser, user);
  fireEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('Anna Bell')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  unmount();

  answer(listUserLedger, { entries: [], total: 0 });
  refuse(getUserActivity, 500);
  show();
  expect(within(await screen.findByRole('alert')).getByText('Failed to load user details')).toBeVisible();
  answer(getUserActivity, buildActivity());
  fireEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('Activity Summary')).toBeInTheDocument();
});
