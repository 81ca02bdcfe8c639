import {
  endUserSessions,
  getCreditUser,
  getUser,
  getUserActivity,
  listUserActs,
  listUserLedger,
  updateUser,
} from '@flyerdeck/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  buildActivity,
  buildAdminUser,
  buildCreditUser,
  buildLedgerEntry,
  buildUserAuditEvent,
} from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import UserScreen from './UserScreen.tsx';

useApiServer();

const OWN_ID = '100000001';
/** In the local time zone. */
const AFTERNOON = new Date(2026, 2, 1, 14, 5).toISOString();
const user = buildAdminUser({ telegram_id: '20', created_at: AFTERNOON });
beforeEach(() => {
  answer(getUser, user);
  answer(getUserActivity, buildActivity());
  answer(getCreditUser, buildCreditUser());
  // Only the tests of these tables answer, because tables render slowly.
  keepWaiting(listUserActs);
  keepWaiting(listUserLedger);
});

const show = (telegramId = '20', search = '') =>
  renderScreen(
    <Routes>
      <Route path="/admin/users/:telegramId" element={<UserScreen />} />
      <Route path="*" element={null} />
    </Routes>,
    { address: `/admin/users/${telegramId}${search}` },
  );
const findSwitch = (name: 'Active Status' | 'Admin Privileges') => screen.findByRole('switch', { name });
/** Clicks the switch, and the button of the confirmation. */
const toggle = async (name: 'Active Status' | 'Admin Privileges') => {
  await userEvent.click(await findSwitch(name));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: name === 'Active Status' ? 'Deactivate' : 'Make Admin' }));
};
const profileRows = async () => {
  const profile = within(await screen.findByRole('region', { name: /Anna Bell|Unnamed User/ }));
  return profile
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('.ant-descriptions-item-container > span')].map((part) => part.textContent));
};

describe('the profile', () => {
  test('shows names, Telegram ID, registration, status and role [2.14-01, 2.14-03, 2.14-05, 2.14-06, 2.14-07, 2.14-08, 2.14-09, 2.14-10]', async () => {
    show();
    expect(await profileRows()).toEqual([
      ['Telegram ID', '20'],
      ['Registered', 'Mar 1, 2026 14:05'],
      ['Status', 'Active'],
      ['Role', 'User'],
    ]);
    expect(screen.getByRole('heading', { name: 'Anna Bell' })).toBeInTheDocument();
    expect(screen.getByText('@annab')).toBeInTheDocument();
    expect(await findSwitch('Active Status')).toBeChecked();
    expect(await findSwitch('Admin Privileges')).not.toBeChecked();
  });

  test('shows placeholders for a user without names [2.14-02, 2.14-04, 2.14-07, 2.14-08]', async () => {
    answer(getUser, { ...user, first_name: '', last_name: '', username: '', is_active: false, is_admin: true });
    show();
    expect((await profileRows()).slice(2)).toEqual([
      ['Status', 'Inactive'],
      ['Role', 'Admin'],
    ]);
    expect(screen.getByRole('heading', { name: 'Unnamed User' })).toBeInTheDocument();
    expect(screen.getByText('No username')).toBeInTheDocument();
  });
});

describe('the switches', () => {
  test.each([
    ['Active Status', { is_active: false }],
    ['Admin Privileges', { is_admin: true }],
  ] as const)(
    '%s changes immediately, and both switches are disabled until the response [4.11-08, 4.11-09, 5-25]',
    async (name, body) => {
      const sent = keepWaiting(updateUser);
      show();
      const wasChecked = (await findSwitch(name)).getAttribute('aria-checked') === 'true';
      await toggle(name);
      await waitFor(async () => expect(await findSwitch(name)).toHaveAttribute('aria-checked', String(!wasChecked)));
      expect(await findSwitch('Active Status')).toBeDisabled();
      expect(await findSwitch('Admin Privileges')).toBeDisabled();
      await waitFor(() => expect(sent.map((one) => one.body)).toEqual([body]));
    },
  );

  test('show the state from the response and are enabled again [5-25]', async () => {
    answer(updateUser, { ...user, is_active: false });
    show();
    await toggle('Active Status');
    await waitFor(async () => expect(await findSwitch('Active Status')).toBeEnabled());
    expect(await findSwitch('Admin Privileges')).toBeEnabled();
    expect(await findSwitch('Active Status')).not.toBeChecked();
    expect((await profileRows())[2]).toEqual(['Status', 'Inactive']);
  });

  test.each([
    ['Active Status', 'Failed to update user status', true],
    ['Admin Privileges', 'Failed to update admin status', false],
  ] as const)(
    "%s returns to its previous state with the error '%s' [8.4-04, 8.4-05]",
    async (name, sentence, wasChecked) => {
      refuse(updateUser, 500, { error: 'Anything.', code: 'internal' });
      show();
      await toggle(name);
      expect((await screen.findByRole('alert')).textContent).toBe(sentence);
      expect(await findSwitch(name)).toHaveAttribute('aria-checked', String(wasChecked));
      expect((await profileRows())[2]).toEqual(['Status', 'Active']);
    },
  );

  test("show the server's message when the server refuses a change [8.4-06]", async () => {
    refuse(updateUser, 409, { error: 'You cannot remove your own admin privileges', code: 'admin.own_privileges' });
    show();
    await toggle('Admin Privileges');
    expect((await screen.findByRole('alert')).textContent).toBe('You cannot remove your own admin privileges');
  });

  test('are disabled with a caption in the profile of the signed-in admin [5-23, 5-24]', async () => {
    answer(getUser, buildAdminUser({ telegram_id: OWN_ID, is_admin: true }));
    show(OWN_ID);
    expect(await findSwitch('Admin Privileges')).toBeDisabled();
    expect(await findSwitch('Admin Privileges')).toHaveAccessibleDescription(
      'You cannot remove your own admin privileges',
    );
    expect(screen.getByText('You cannot remove your own admin privileges')).toBeVisible();
    expect(await findSwitch('Active Status')).toBeDisabled();
  });
});

describe('the confirmation of a change', () => {
  test.each([
    ['Active Status', true, 'Deactivate user?', 'Deactivate', /^Anna Bell is signed out everywhere/],
    ['Active Status', false, 'Activate user?', 'Activate', /^Anna Bell can sign in and post again/],
    ['Admin Privileges', false, 'Make admin?', 'Make Admin', /^Anna Bell can see and change all users/],
    ['Admin Privileges', true, 'Remove admin privileges?', 'Remove Privileges', /^Anna Bell loses access/],
  ] as const)('of %s, which is %s, asks: %s', async (name, isOn, title, action, text) => {
    answer(getUser, { ...user, is_active: isOn, is_admin: isOn });
    const sent = answer(updateUser, user);
    show();
    await userEvent.click(await findSwitch(name));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByText(text)).toBeInTheDocument();
    expect(await findSwitch(name)).toHaveAttribute('aria-checked', String(isOn));
    expect(sent).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('changes nothing after Cancel', async () => {
    const sent = answer(updateUser, user);
    show();
    await userEvent.click(await findSwitch('Active Status'));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await findSwitch('Active Status')).toBeChecked();
    expect(sent).toHaveLength(0);
  });
});

describe('the credits', () => {
  test('show balance, totals and last sign-in', async () => {
    answer(
      getCreditUser,
      buildCreditUser({
        credits_balance: 1150,
        total_credits_purchased: 3000,
        total_credits_spent: 2000,
        last_login: AFTERNOON,
      }),
    );
    show();
    const credits = within(await screen.findByRole('region', { name: 'Credits' }));
    for (const [label, value] of [
      ['Balance', '1,150'],
      ['Purchased', '3,000'],
      ['Spent', '2,000'],
      ['Last Sign-in', 'Mar 1, 2026 14:05'],
    ] as const) {
      const statistic = (await credits.findByText(label)).closest('.ant-statistic');
      expect(statistic).toHaveTextContent(`${label}${value}`);
    }
  });

  test('show Never for a user who did not sign in', async () => {
    answer(getCreditUser, buildCreditUser({ last_login: null }));
    show();
    expect(await screen.findByText('Never')).toBeInTheDocument();
  });

  test('lead to the credits screen', async () => {
    const { address } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Adjust Credits' }));
    expect(address()).toBe('/admin/credits?user=20');
  });
});

describe('the credit history', () => {
  const table = async () => within(await screen.findByRole('table', { name: 'Credit History' }));

  test('lists the entries with type, amount, balance and the admin who booked them', async () => {
    answer(listUserLedger, {
      entries: [
        buildLedgerEntry({
          ...{ id: uuid(1), transaction_type: 'purchase', description: 'Basic package, $49.99', created_at: AFTERNOON },
          ...{ amount: 3000, balance_after: 3140, admin_telegram_id: '42', admin_name: 'Zoe' },
        }),
        buildLedgerEntry({
          ...{ id: uuid(2), transaction_type: 'spending', description: 'Luna', created_at: AFTERNOON },
          ...{ amount: -10, balance_after: 140, page_guid: uuid(9) },
        }),
      ],
      total: 2,
    });
    show();
    const rows = (await table()).getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['', 'Mar 1, 2026 14:05', 'PurchaseBasic package, $49.99', '+3,000', '3,140', 'Zoe'],
      ['', 'Mar 1, 2026 14:05', 'Posting FeeLuna Postings of the page', '−10', '140', '–'],
    ]);
    expect(screen.getByRole('link', { name: 'Zoe' })).toHaveAttribute('href', '/admin/users/42');
    expect(screen.getByRole('link', { name: 'Postings of the page' })).toHaveAttribute(
      'href',
      `/admin/postings?guid=${uuid(9)}`,
    );
    expect(screen.getByText('2 entries')).toBeInTheDocument();
  });

  test('has the keys of the other tables, except for the search', async () => {
    const entries = [buildLedgerEntry({ id: uuid(1) }), buildLedgerEntry({ id: uuid(2), page_guid: uuid(9) })];
    const requests = answer(listUserLedger, { entries, total: 1204 });
    const { address } = show();
    await table();
    const keyboard = userEvent.setup();
    await keyboard.keyboard('{ArrowDown}');
    expect(document.body).toHaveFocus();
    act(() => screen.getAllByLabelText(/^details of /)[0]?.focus());
    await keyboard.keyboard('{ArrowDown}c');
    expect(await screen.findByText(`Copied ${uuid(2)}`)).toBeInTheDocument();
    await keyboard.keyboard('{Enter}');
    expect(address()).toBe(`/admin/users/20?open=${uuid(2)}`);
    expect(screen.getByText(uuid(9))).toBeVisible();
    await keyboard.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(dialog).toHaveTextContent('Go to the page before or after');
    expect(dialog).not.toHaveTextContent('Search');
    await keyboard.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeVisible());
    await keyboard.keyboard(']');
    await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('page')).toBe('2'));
  });

  test('requests the page in the URL, and another one on a click', async () => {
    const requests = answer(listUserLedger, { entries: [buildLedgerEntry()], total: 1204 });
    const { address } = show('20', '?ledger=2');
    expect(await screen.findByText('1,204 entries')).toBeInTheDocument();
    await userEvent.click(screen.getByTitle('3'));
    await waitFor(() =>
      expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
        '/api/credits/admin/users-credits/20/ledger?page=2&limit=20',
        '/api/credits/admin/users-credits/20/ledger?page=3&limit=20',
      ]),
    );
    expect(address()).toBe('/admin/users/20?ledger=3');
  });

  test('says when there is none', async () => {
    answer(listUserLedger, { entries: [], total: 0 });
    show();
    expect(await (await table()).findByText('No transactions yet')).toBeInTheDocument();
  });
});

test('links lead to the postings and to the audit events of the user', async () => {
  show();
  expect(await screen.findByRole('link', { name: 'View Postings' })).toHaveAttribute(
    'href',
    '/admin/postings?owner=20',
  );
  expect(await screen.findByRole('link', { name: 'Open in Audit Log' })).toHaveAttribute(
    'href',
    '/admin/audit?user=20',
  );
});

test('Refresh repeats all requests of the screen', async () => {
  const requests = [
    answer(getUser, user),
    answer(getUserActivity, buildActivity()),
    answer(listUserActs, { acts: [] }),
    answer(getCreditUser, buildCreditUser()),
    answer(listUserLedger, { entries: [], total: 0 }),
  ];
  show();
  await screen.findByText(/^Updated at/);
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(requests.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2]));
});

describe('the activity', () => {
  const activity = buildActivity({
    pages_count: 2,
    tasks_count: 1204,
    assistants_count: 2,
    page_postings_count: 9000,
    pages: [
      { guid: uuid(1), username: 'luna' },
      { guid: uuid(2), username: '' },
    ],
    tasks: [{ id: uuid(20), status: 'partially_completed', created_at: AFTERNOON }],
    assistants: [
      { id: uuid(10), name: 'Evening', status: 'waiting' },
      { id: uuid(11), name: '', status: 'posting' },
    ],
  });
  const openSection = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
    return within((await screen.findByRole('table', { name })).closest('.ant-table-wrapper') as HTMLElement);
  };

  test('is summarized in counts [2.14-11, 2.14-12, 2.14-13, 2.14-14]', async () => {
    answer(getUserActivity, activity);
    show();
    const summary = within(await screen.findByRole('region', { name: 'Activity Summary' }));
    for (const text of ['Pages2', 'Tasks1,204', 'Assistants2', 'Page Postings9,000']) {
      const [name] = text.split(/(?=\d)/);
      expect(summary.getByText(name ?? '').closest('.ant-statistic')).toHaveTextContent(text);
    }
  });

  test.each([
    ['Linked Pages', [`luna${uuid(1)}`, `Unnamed Page${uuid(2)}`]],
    ['Tasks', [`${uuid(20)}Partially CompletedMar 1, 2026 14:05`]],
    ['Assistants', ['EveningWaiting to Start', 'Unnamed AssistantPosting Tasks']],
  ])('%s opens on a click [2.14-15, 2.14-16, 2.14-17]', async (name, rows) => {
    answer(getUserActivity, activity);
    show();
    const section = await openSection(name);
    expect(section.getAllByRole('row').map((row) => row.textContent)).toEqual(rows);
  });

  test.each([
    ['Linked Pages', 'No pages found'],
    ['Tasks', 'No tasks found'],
    ['Assistants', 'No assistants found'],
  ])('%s shows for an empty list: %s [2.14-18, 2.14-19, 2.14-20]', async (name, text) => {
    show();
    expect((await openSection(name)).getByText(text)).toBeInTheDocument();
  });

  test('says that only the newest 200 entries are listed when there are more', async () => {
    answer(getUserActivity, activity);
    show();
    expect((await openSection('Tasks')).getByText('The newest 200 are listed.')).toBeInTheDocument();
  });

  test('opens a task on a click [2.14-22]', async () => {
    answer(getUserActivity, activity);
    const { address } = show();
    await userEvent.click((await openSection('Tasks')).getByText(uuid(20)));
    expect(address()).toBe(`/tasks/${uuid(20)}`);
  });

  test('shows a loading text until the response [2.14-21]', async () => {
    keepWaiting(getUserActivity);
    show();
    expect(await screen.findByText('Loading activity data...')).toBeInTheDocument();
  });
});

test.each([getUser, getUserActivity])(
  'shows an error when $path fails, and sends the request again on Retry [8.4-03]',
  async (call) => {
    refuse(call, 500);
    show();
    expect(within(await screen.findByRole('alert')).getByText('Failed to load user details')).toBeVisible();
    answer(getUser, user);
    answer(getUserActivity, buildActivity());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(await screen.findByRole('heading', { name: 'Anna Bell' })).toBeInTheDocument();
  },
);

describe('the admin history', () => {
  test('lists each audit event with its details and its admin [6-10]', async () => {
    answer(listUserActs, {
      acts: [
        buildUserAuditEvent({
          id: uuid(1),
          act: 'credits_adjusted',
          summary: 'Refund, −50 credits, balance 1,100, “Late”',
        }),
        buildUserAuditEvent({ id: uuid(2), act: 'sessions_ended', summary: '1 session', admin_name: 'Zoe' }),
        buildUserAuditEvent({ id: uuid(3) }),
      ],
    });
    show();
    const rows = within(await screen.findByRole('table', { name: 'Admin History' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent?.replace(/Mar .*/, ''))).toEqual([
      'Credits adjustedRefund, −50 credits, balance 1,100, “Late”Demo Admin',
      'Sessions ended1 sessionZoe',
      'DeactivatedDemo Admin',
    ]);
  });

  test('is requested again after a change', async () => {
    answer(updateUser, { ...user, is_active: false });
    const requests = answer(listUserActs, { acts: [] });
    // RTK Query repeats no request while another one waits.
    answer(listUserLedger, { entries: [], total: 0 });
    show();
    await toggle('Active Status');
    await waitFor(() => expect(requests).toHaveLength(2));
  });
});

describe('ending sessions', () => {
  test('asks for confirmation and shows the result [2.14-23]', async () => {
    const sent = answer(endUserSessions, { message: '2 sessions ended.', ended: 2 });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'End Sessions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End all sessions?' }));
    expect(dialog.getByText(/^Anna Bell is signed out/)).toBeInTheDocument();
    expect(sent).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'End Sessions' }));
    expect(await screen.findByText('2 sessions ended.')).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  test('sends no request after Cancel', async () => {
    const sent = answer(endUserSessions, { message: '', ended: 0 });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'End Sessions' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toHaveLength(0);
  });
});
