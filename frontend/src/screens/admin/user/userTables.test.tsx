import { listAuditEvents, listUserLedger, type ResponseOf, reversePurchase, updateUser } from '@flyerdeck/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildActivity, buildAdminUser, buildAuditEvent, buildLedgerEntry } from '../../../../test/adminBuilders.ts';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { adminApi } from '../../../data/admin/adminApi.ts';
import { useListAuditEventsQuery, useListUserLedgerQuery } from '../../../data/admin/adminOperationApi.ts';
import { ActivityLists, UserAuditEvents } from './ActivityLists.tsx';
import UserLedger from './UserLedger.tsx';

useApiServer();

/** In the local time zone. */
const AFTERNOON = new Date(2026, 2, 1, 14, 5).toISOString();
const click = userEvent.setup({ delay: null }).click;

describe('the credit history', () => {
  function Ledger() {
    const query = useListUserLedgerQuery({ telegramId: '20', page: 1, limit: 20 });
    return <UserLedger telegramId="20" query={query} page={1} type={null} change={() => {}} />;
  }
  const show = async (answered: ResponseOf<typeof listUserLedger>) => {
    answer(listUserLedger, answered);
    const rendered = renderScreen(<Ledger />);
    return { ...rendered, table: within(await screen.findByRole('table', { name: 'Credit History' })) };
  };

  test('lists the entries with type, amount, balance and the admin who booked them, and keys open their ids', async () => {
    const { address, table } = await show({
      entries: [
        buildLedgerEntry({
          ...{ id: uuid(1), transaction_type: 'purchase', description: 'Basic package, $49.99', created_at: AFTERNOON },
          ...{ amount: 3000, balance_after: 3140, admin_telegram_id: '42', admin_name: 'Zoe' },
        }),
        buildLedgerEntry({
          ...{ id: uuid(2), transaction_type: 'spending', description: 'Luna', created_at: AFTERNOON },
          ...{ amount: -10, balance_after: 140, page_guid: uuid(9), page_name: 'Luna', refunded_at: AFTERNOON },
          posting: { id: uuid(7), task_id: uuid(8), flyer: 'Come in' },
        }),
        buildLedgerEntry({
          ...{ id: uuid(3), transaction_type: 'refund', description: 'Nothing was posted', created_at: AFTERNOON },
          ...{ amount: 10, balance_after: 150, refund_of: { id: uuid(2), created_at: AFTERNOON } },
        }),
      ],
      total: 3,
    });
    const rows = table.getAllByRole<HTMLTableRowElement>('row').slice(1);
    expect(rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent))).toEqual([
      ['', 'Mar 1, 2026 14:05', 'PurchaseBasic package, $49.99Reverse Purchase', '+3,000', '3,140', 'Zoe'],
      [
        ...['', 'Mar 1, 2026 14:05'],
        ...['Posting FeeLunaPostings of LunaFlyer: Come inRefunded Mar 1, 2026 14:05', '−10', '140', '–'],
      ],
      [
        ...['', 'Mar 1, 2026 14:05'],
        ...['RefundNothing was postedGives back the fee of Mar 1, 2026 14:05', '+10', '150', '–'],
      ],
    ]);
    expect(screen.getByText('Zoe')).toHaveAttribute('href', '/admin/users/42');
    expect(screen.getByText('Postings of Luna')).toHaveAttribute('href', `/admin/postings?guid=${uuid(9)}`);
    expect(screen.getByText('Come in')).toHaveAttribute('href', `/admin/postings?search=${uuid(7)}`);
    expect(screen.getByText('3 entries')).toBeInTheDocument();
    act(() => screen.getAllByLabelText(/^details of /)[1]?.focus());
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe(`/?open=${uuid(2)}`);
    expect(screen.getByText(uuid(9))).toBeVisible();
  });

  test('reverses a purchase after a confirmation, and only one that was not reversed', async () => {
    const purchase = { transaction_type: 'purchase' as const, amount: 3000 };
    await show({
      entries: [
        buildLedgerEntry({
          ...purchase,
          id: uuid(1),
          amount: -3000,
          refund_of: { id: uuid(2), created_at: AFTERNOON },
        }),
        buildLedgerEntry({ ...purchase, id: uuid(2), refunded_at: AFTERNOON }),
        buildLedgerEntry({ ...purchase, id: uuid(3) }),
      ],
      total: 3,
    });
    const sentence = 'The balance would fall below zero.';
    const sent = refuse(reversePurchase, 422, { error: sentence, code: 'credits.below_zero' });
    await click(screen.getByRole('button', { name: 'Reverse Purchase' }));
    expect(await screen.findByText('A counter-entry takes back 3,000 credits.')).toBeVisible();
    await click(screen.getByRole('button', { name: 'Reverse' }));
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ user_id: '20', transaction_id: uuid(3) }]);
  });
});

describe('the activity', () => {
  const LISTS = ['Linked Pages', 'Tasks', 'Assistants'];
  const show = async (...changes: Parameters<typeof buildActivity>) => {
    const rendered = renderScreen(<ActivityLists activity={buildActivity(...changes)} />);
    for (const name of LISTS) await click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
    const texts = LISTS.map((name) => screen.getByRole('table', { name }).closest('.ant-table')?.textContent);
    return { ...rendered, texts };
  };

  test('lists pages, tasks and assistants after a click; a click opens a task, and only the newest are listed [2.14-15, 2.14-16, 2.14-17, 2.14-22]', async () => {
    const { address, texts } = await show({
      tasks_count: 1204,
      pages: [
        { guid: uuid(1), username: 'luna', runner: null },
        {
          guid: uuid(2),
          username: '',
          runner: { host_name: 'studio', state: 'asleep', last_contact_at: AFTERNOON },
        },
      ],
      tasks: [{ id: uuid(20), status: 'partially_completed', created_at: AFTERNOON }],
      assistants: [
        { id: uuid(10), name: 'Evening', status: 'waiting' },
        { id: uuid(11), name: '', status: 'posting' },
      ],
    });
    expect(texts).toEqual([
      `luna${uuid(1)}Unnamed PageRunner studio, asleep, last contact Mar 1, 2026 14:05${uuid(2)}`,
      `${uuid(20)}Partially CompletedMar 1, 2026 14:05The newest 200 are listed.`,
      'EveningWaiting to StartUnnamed AssistantPosting Tasks',
    ]);
    await click(screen.getByText(uuid(20)));
    expect(address()).toBe(`/tasks/${uuid(20)}`);
  });

  test('says which lists are empty [2.14-18, 2.14-19, 2.14-20]', async () => {
    expect((await show()).texts).toEqual(['No pages found', 'No tasks found', 'No assistants found']);
  });
});

test('the admin history lists each audit event with its details and its admin, and is requested again after a change [6-10]', async () => {
  function History() {
    return <UserAuditEvents telegramId="20" query={useListAuditEventsQuery({ user_id: '20', is_change: true })} />;
  }
  const requests = answer(listAuditEvents, {
    total: 3,
    events: [
      buildAuditEvent({
        id: uuid(1),
        act: 'credits_adjusted',
        summary: 'Refund, −50 credits, balance 1,100, “Late”',
      }),
      buildAuditEvent({ id: uuid(2), act: 'sessions_ended', summary: '1 session', admin_name: 'Zoe' }),
      buildAuditEvent({ id: uuid(3) }),
    ],
  });
  const { store } = renderScreen(<History />);
  const rows = within(await screen.findByRole('table', { name: 'Admin History' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent?.replace(/Mar .*/, ''))).toEqual([
    'Credits adjustedRefund, −50 credits, balance 1,100, “Late”Demo Admin',
    'Sessions ended1 sessionZoe',
    'DeactivatedDemo Admin',
  ]);
  answer(updateUser, buildAdminUser({ telegram_id: '20' }));
  await act(async () => {
    await store.dispatch(adminApi.endpoints.updateUser.initiate({ telegramId: '20', body: { is_active: false } }));
  });
  await waitFor(() => expect(requests).toHaveLength(2));
});
