import {
  endUserSessions,
  getUser,
  getUserActivity,
  listAuditEvents,
  listUserLedger,
  type ResponseOf,
  reversePurchase,
  updateUser,
} from '@flyerdeck/contracts';
import type { AdminUser } from '@flyerdeck/contracts/types';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  buildActivity,
  buildAdminUser,
  buildAuditEvent,
  buildLedgerEntry,
  buildUserDetail,
} from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { adminApi, useGetUserQuery } from '../../../data/admin/adminApi.ts';
import { useListAuditEventsQuery, useListUserLedgerQuery } from '../../../data/admin/adminOperationApi.ts';
import { ActivityLists, UserAuditEvents } from './ActivityLists.tsx';
import UserLedger from './UserLedger.tsx';
import { UserProfile } from './UserProfile.tsx';
import UserScreen from './UserScreen.tsx';

useApiServer();

describe('the profile', () => {
  const OWN_ID = '100000001';
  /** In the local time zone. */
  const user = buildUserDetail({ telegram_id: '20', created_at: new Date(2026, 2, 1, 14, 5).toISOString() });
  const click = userEvent.setup({ delay: null }).click;

  function Profile({ telegramId }: { readonly telegramId: string }) {
    const { data } = useGetUserQuery({ telegramId });
    return data && <UserProfile user={data} />;
  }
  const show = async (changes: Partial<AdminUser> = {}) => {
    const shown = { ...user, ...changes };
    answer(getUser, shown);
    renderScreen(<Profile telegramId={shown.telegram_id} />);
    await screen.findByRole('region');
  };
  type SwitchName = 'Active Status' | 'Admin Privileges';
  const toggle = (name: SwitchName) => screen.getByRole('switch', { name });
  const change = async (name: SwitchName) => {
    await click(toggle(name));
    const dialog = within(await screen.findByRole('dialog'));
    await click(dialog.getByRole('button', { name: name === 'Active Status' ? 'Deactivate' : 'Make Admin' }));
  };
  const rows = () =>
    screen
      .getAllByRole('row')
      .map((row) =>
        [...row.querySelectorAll('.ant-descriptions-item-container > span')].map((part) => part.textContent),
      );

  test('shows names, Telegram ID, registration, status and role [2.14-01, 2.14-03, 2.14-05, 2.14-06, 2.14-07, 2.14-08, 2.14-09, 2.14-10]', async () => {
    await show();
    expect(rows()).toEqual([
      ['Telegram ID', '20'],
      ['Registered', 'Mar 1, 2026 14:05'],
      ['Status', 'Active'],
      ['Role', 'User'],
    ]);
    expect(screen.getByRole('heading', { name: 'Anna Bell' })).toBeInTheDocument();
    expect(screen.getByText('@annab')).toBeInTheDocument();
    expect(toggle('Active Status')).toBeChecked();
    expect(toggle('Admin Privileges')).not.toBeChecked();
  });

  test('shows placeholders for a user without names; the own switches are disabled with a caption [2.14-02, 2.14-04, 2.14-07, 2.14-08, 5-23, 5-24]', async () => {
    const names = { first_name: '', last_name: '', username: '' };
    await show({ ...names, telegram_id: OWN_ID, is_active: false, is_admin: true });
    expect(rows().slice(2)).toEqual([
      ['Status', 'Inactive'],
      ['Role', 'Admin'],
    ]);
    expect(screen.getByRole('heading', { name: 'Unnamed User' })).toBeInTheDocument();
    expect(screen.getByText('No username')).toBeInTheDocument();
    expect(toggle('Admin Privileges')).toBeDisabled();
    expect(toggle('Admin Privileges')).toHaveAccessibleDescription('You cannot remove your own admin privileges');
    expect(screen.getByText('You cannot remove your own admin privileges')).toBeVisible();
    expect(toggle('Active Status')).toBeDisabled();
  });

  test.each([
    ['Active Status', { is_active: false }, 'Failed to update user status', 'internal'],
    ['Admin Privileges', { is_admin: true }, 'Failed to update admin status', 'internal'],
    ['Admin Privileges', { is_admin: true }, 'The rule of the server.', 'admin.own_privileges'],
  ] as const)(
    "%s changes immediately with both switches disabled (%j), and returns to its previous state with the error '%s' of %s [4.11-08, 4.11-09, 5-25, 8.4-04, 8.4-05, 8.4-06]",
    async (name, body, sentence, code) => {
      let give = () => {};
      const status = code === 'internal' ? 500 : 409;
      const released = new Promise<void>((resolve) => (give = resolve));
      const sent = refuse(updateUser, status, { error: 'The rule of the server.', code }, released);
      await show();
      const before = toggle(name).getAttribute('aria-checked');
      await change(name);
      await waitFor(() => expect(toggle(name)).not.toHaveAttribute('aria-checked', before));
      expect(toggle('Active Status')).toBeDisabled();
      expect(toggle('Admin Privileges')).toBeDisabled();
      await waitFor(() => expect(sent.map((one) => one.body)).toEqual([body]));
      give();
      expect((await screen.findByRole('alert')).textContent).toBe(sentence);
      expect(toggle(name)).toHaveAttribute('aria-checked', before);
      expect(rows()[2]).toEqual(['Status', 'Active']);
    },
  );

  test('ending sessions asks for confirmation, sends nothing after Cancel, and shows the result [2.14-23]', async () => {
    const sent = answer(endUserSessions, { message: '2 sessions ended.', ended: 2 });
    await show();
    const ask = async () => {
      await click(screen.getByRole('button', { name: 'End Sessions' }));
      return within(await screen.findByRole('dialog', { name: 'End all sessions?' }));
    };
    const first = await ask();
    expect(first.getByText(/^Anna Bell is signed out/)).toBeInTheDocument();
    await click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toHaveLength(0);
    await click((await ask()).getByRole('button', { name: 'End Sessions' }));
    expect(await screen.findByText('2 sessions ended.')).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });
});

describe('the screen', () => {
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
    const activity = buildActivity({
      pages_count: 2,
      tasks_count: 1204,
      assistants_count: 3,
      page_postings_count: 9000,
    });
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
});

describe('the tables', () => {
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

    test('lists the entries with type, amount, balance and admin; keys open their ids, and a purchase is reversed after a confirmation', async () => {
      const { address, table } = await show({
        entries: [
          buildLedgerEntry({
            ...{
              id: uuid(1),
              transaction_type: 'purchase',
              description: 'Basic package, $49.99',
              created_at: AFTERNOON,
            },
            ...{ amount: 3000, balance_after: 3140, admin_telegram_id: '42', admin_name: 'Zoe' },
          }),
          buildLedgerEntry({
            ...{ id: uuid(2), transaction_type: 'spending', description: 'Luna', created_at: AFTERNOON },
            ...{ amount: -10, balance_after: 140, page_guid: uuid(9), page_name: 'Luna', refunded_at: AFTERNOON },
            posting: { id: uuid(7), task_id: uuid(8), flyer: 'Come in' },
          }),
        ],
        total: 2,
      });
      const rows = table.getAllByRole<HTMLTableRowElement>('row', { hidden: false }).slice(1);
      expect(rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent))).toEqual([
        ['', 'Mar 1, 2026 14:05', 'PurchaseBasic package, $49.99Reverse Purchase', '+3,000', '3,140', 'Zoe'],
        [
          ...['', 'Mar 1, 2026 14:05'],
          ...['Posting FeeLunaPostings of LunaFlyer: Come inRefunded Mar 1, 2026 14:05', '−10', '140', '–'],
        ],
      ]);
      expect(screen.getByText('Zoe')).toHaveAttribute('href', '/admin/users/42');
      expect(screen.getByText('Postings of Luna')).toHaveAttribute('href', `/admin/postings?guid=${uuid(9)}`);
      expect(screen.getByText('Come in')).toHaveAttribute('href', `/admin/postings?search=${uuid(7)}`);
      expect(screen.getByText('2 entries')).toBeInTheDocument();
      act(() => screen.getAllByLabelText(/^details of /)[1]?.focus());
      await userEvent.keyboard('{Enter}');
      expect(address()).toBe(`/?open=${uuid(2)}`);
      expect(screen.getByText(uuid(9))).toBeVisible();
      const sentence = 'The balance would fall below zero.';
      const sent = refuse(reversePurchase, 422, { error: sentence, code: 'credits.below_zero' });
      await click(screen.getByRole('button', { name: 'Reverse Purchase' }));
      expect(await screen.findByText('A counter-entry takes back 3,000 credits.')).toBeVisible();
      await click(screen.getByRole('button', { name: 'Reverse' }));
      expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
      expect(sent.map(({ body }) => body)).toEqual([{ user_id: '20', transaction_id: uuid(1) }]);
    });

    test('refunds the Stars of a purchase after a confirmation, also when its credits could not be taken back', async () => {
      const payment = { stars: 2500, charge_id: 'charge-1', refunded_at: null };
      const purchase = {
        transaction_type: 'purchase' as const,
        description: 'Basic package, 2500 Stars',
        amount: 3000,
      };
      const { table } = await show({
        entries: [
          buildLedgerEntry({ ...purchase, id: uuid(1), refunded_at: AFTERNOON, star_payment: payment }),
          buildLedgerEntry({ ...purchase, id: uuid(2), star_payment: { ...payment, refunded_at: AFTERNOON } }),
          buildLedgerEntry({ ...purchase, id: uuid(3), star_payment: payment }),
        ],
        total: 3,
      });
      const buttons = table.getAllByRole('button', { name: 'Refund' });
      expect(table.getAllByText('2,500 Stars, payment charge-1')).toHaveLength(3);
      expect(table.getByText('Stars refunded Mar 1, 2026 14:05')).toBeVisible();
      expect(buttons).toHaveLength(2);
      const sent = refuse(reversePurchase, 409, { error: 'Telegram refuses.', code: 'stars.refused' });
      await click(buttons[1] as HTMLElement);
      expect(await screen.findByText('Refund 2,500 Stars?')).toBeVisible();
      expect(
        screen.getByText('Telegram gives the Stars back. A counter-entry takes back 3,000 credits.'),
      ).toBeVisible();
      await click(screen.getByRole('button', { name: 'Refund Stars' }));
      expect(await screen.findByText('Telegram refuses.')).toBeVisible();
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
    const summary = 'Refund, −50 credits, balance 1,100, “Late”';
    const requests = answer(listAuditEvents, {
      total: 2,
      events: [buildAuditEvent({ id: uuid(1), act: 'credits_adjusted', summary }), buildAuditEvent({ id: uuid(3) })],
    });
    const { store } = renderScreen(<History />);
    const rows = within(await screen.findByRole('table', { name: 'Admin History' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent?.replace(/Mar .*/, ''))).toEqual([
      `Credits adjusted${summary}Demo Admin`,
      'DeactivatedDemo Admin',
    ]);
    answer(updateUser, buildAdminUser({ telegram_id: '20' }));
    await act(async () => {
      await store.dispatch(adminApi.endpoints.updateUser.initiate({ telegramId: '20', body: { is_active: false } }));
    });
    await waitFor(() => expect(requests).toHaveLength(2));
  });
});
