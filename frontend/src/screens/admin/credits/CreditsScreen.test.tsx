import {
  adjustCredits,
  bookPurchase,
  exportCreditUsers,
  getCreditUser,
  listCreditUsers,
  listPackages,
} from '@flyerdeck/contracts';
import type { CreditUser } from '@flyerdeck/contracts/types';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildCreditUser } from '../../../../test/adminBuilders.ts';
import { answer, disconnect, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { buildPackage, buildTransaction } from '../../../../test/builders.ts';
import { choose, openSelect } from '../../../../test/choose.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import AdjustDialog from './AdjustDialog.tsx';
import CreditsScreen from './CreditsScreen.tsx';

useApiServer();

/** In the local time zone. */
const AFTERNOON = new Date(2026, 2, 1, 14, 5).toISOString();
const anna = buildCreditUser({
  last_login: AFTERNOON,
  telegram_id: '20',
  credits_balance: 1150,
  total_credits_purchased: 3000,
  total_credits_spent: 2000,
});
const nameless = buildCreditUser({
  telegram_id: '300',
  username: '',
  first_name: '',
  last_name: '',
  credits_balance: 0,
  last_login: null,
});
const zoe = buildCreditUser({
  telegram_id: '7',
  username: 'zed',
  first_name: 'Zoe',
  last_name: '',
  credits_balance: 40,
});
beforeEach(() => {
  answer(listCreditUsers, [anna, zoe, nameless]);
  answer(getCreditUser, anna);
});

const ADJUSTED = { message: 'Credits added: 50.', credits_balance: 1200, transaction: buildTransaction() };
const show = (address = '/admin/credits') => renderScreen(<CreditsScreen />, { address });
const names = async () =>
  (await screen.findAllByRole('button', { name: /^(Anna Bell|Zoe|Unnamed User)$/ })).map((one) => one.textContent);
const cells = async (id: string) =>
  within((await screen.findByText(`ID: ${id}`)).closest('[role=row]') as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the list of users', () => {
  test('the cards show the sums of all users and the number of users with a balance above 0 [2.17-02, 2.17-03, 2.17-04, 2.17-05]', async () => {
    show();
    await names();
    for (const [name, value] of [
      ['Total Credits', '1,190'],
      ['Total Purchased', '3,000'],
      ['Total Spent', '2,000'],
      ['Active Users', '2'],
    ] as const) {
      expect(screen.getByRole('region', { name }).textContent).toBe(`${name}${value}`);
    }
  });

  test('shows all users with the documented columns, highest balance first [2.17-06, 2.17-07, 2.17-08, 2.17-09, 2.17-10, 2.17-11]', async () => {
    show();
    expect(await names()).toEqual(['Anna Bell', 'Zoe', 'Unnamed User']);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'User',
      'Balance',
      'Purchased',
      'Spent',
      'Last Activity',
      'Actions',
    ]);
    expect(await cells('20')).toEqual([
      'Anna Bell@annabID: 20',
      '1,150',
      '3,000',
      '2,000',
      'Mar 1, 2026 14:05',
      'Adjust Credits',
    ]);
    expect(await cells('300')).toEqual(['Unnamed UserID: 300', '0', '0', '0', 'Never', 'Adjust Credits']);
  });

  test('reads search and order from the URL', async () => {
    show('/admin/credits?search=z&sort=first_name&order=asc');
    expect(await names()).toEqual(['Zoe']);
  });

  test('Refresh sends the request again [2.17-01]', async () => {
    const requests = answer(listCreditUsers, [anna]);
    show();
    await names();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  test.each([
    [
      'the server’s message',
      () => refuse(listCreditUsers, 500, { error: 'The ledger rests.', code: 'internal' }),
      'The ledger rests.',
    ],
    ['the network error', () => disconnect(listCreditUsers), 'Failed to fetch'],
  ])('a failed request shows %s, and Retry sends the request again [8.4-11, 8.4-12]', async (_what, fail, sentence) => {
    fail();
    show();
    expect(within(await screen.findByRole('alert')).getByText(sentence)).toBeVisible();
    answer(listCreditUsers, [anna]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await names()).toEqual(['Anna Bell']);
  });

  test('a link from a user shows only this user, until the filter is removed', async () => {
    answer(listCreditUsers, [anna, { ...zoe, telegram_id: '200' }]);
    const requests = answer(exportCreditUsers, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
    const { address } = show('/admin/credits?user=20');
    expect(await names()).toEqual(['Anna Bell']);
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ user_id: '20' }));
    await userEvent.click(screen.getByRole('button', { name: 'Only user 20' }));
    expect(await names()).toEqual(['Anna Bell', 'Zoe']);
    expect(address()).toBe('/admin/credits');
  });

  test('the export request contains the search and order of the table [8.4-16]', async () => {
    const requests = answer(exportCreditUsers, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
    show('/admin/credits?search=zoe&sort=last_login');
    await names();
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() =>
      expect(requests.map(({ body }) => body)).toEqual([
        { search: 'zoe', sort_by: 'last_login', sort_order: -1, time_zone: expect.any(String) },
      ]),
    );
  });
});

describe('the adjustment dialog', () => {
  const openOf = async (user: CreditUser) => {
    const name = user.first_name
      ? `Adjust Credits of ${user.first_name} ${user.last_name}`.trim()
      : `Adjust Credits of ${user.telegram_id}`;
    answer(getCreditUser, user);
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    await screen.findByText(creditsOf(user));
    return dialog;
  };
  const openInScreen = async (user: CreditUser) => {
    show();
    await openOf(user);
  };
  /** Without the screen, for sentences that are only about the dialog. */
  const showDialog = async (user: CreditUser) => {
    answer(getCreditUser, user);
    renderScreen(<AdjustDialog user={user} onApplied={() => {}} onClose={() => {}} />);
    await screen.findByText(creditsOf(user));
  };
  const creditsOf = ({ credits_balance }: CreditUser) => `${credits_balance.toLocaleString('en-US')} credits`;
  const amount = () => screen.getByRole('spinbutton', { name: 'Amount' });
  const apply = () => screen.getByRole('button', { name: 'Apply Adjustment' });
  const balances = () =>
    screen.getAllByText(/balance$/, { selector: 'th *' }).map((name) => name.closest('tr')?.cells[1]?.textContent);

  test('has the documented fields and a disabled Apply button at first [2.17-12, 2.17-13, 2.17-14, 2.17-15, 2.17-16, 5-16, 5-18, 9-16]', async () => {
    await showDialog(anna);
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Adjust Credits: Anna Bell');
    expect(amount()).toHaveAccessibleDescription('Use positive numbers to add credits, negative to subtract');
    expect(screen.getByTitle('Admin Adjustment')).toBeInTheDocument();
    expect((await openSelect('Transaction Type')).map(({ textContent }) => textContent)).toEqual([
      'Admin Adjustment',
      'Bonus Credits',
      'Refund',
    ]);
    expect(screen.getByRole('textbox', { name: 'Description (optional)' })).toHaveValue('');
    expect(balances()).toEqual(['1,150 credits', '–']);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(apply()).toBeDisabled();
  });

  test.each([
    ['50', '1,200 credits', 50],
    ['-150', '1,000 credits', -150],
    ['12.9', '1,162 credits', 12],
    ['-2000', '−850 credits', -2000],
  ])(
    'for the amount %s previews %s and sends %i [2.17-15, 5-16, 5-19, 5-20, 5-21]',
    async (typed, preview, sentAmount) => {
      const sent = answer(adjustCredits, ADJUSTED);
      await showDialog(anna);
      await userEvent.type(amount(), typed);
      expect(balances()).toEqual(['1,150 credits', preview]);
      await userEvent.click(apply());
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent[0]?.body).toMatchObject({ amount: sentAmount });
    },
  );

  test.each(['0', '1000001'])('disables Apply for the amount %s', async (typed) => {
    await showDialog(anna);
    await userEvent.type(amount(), typed);
    expect(balances()).toEqual(['1,150 credits', '–']);
    expect(apply()).toBeDisabled();
  });

  test('sends the adjustment, closes, shows the result and reloads the list [7.6-06, 7.6-07]', async () => {
    const sent = answer(adjustCredits, ADJUSTED);
    show();
    await openOf(anna);
    await userEvent.type(amount(), '50');
    await choose('Transaction Type', 'Refund');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description (optional)' }), 'Late post');
    const requests = answer(listCreditUsers, [{ ...anna, credits_balance: 1200 }]);
    await userEvent.click(apply());
    expect(await screen.findByText('Credits added: 50.')).toBeInTheDocument();
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/credits/admin/adjust-credits']);
    expect(sent.map(({ body }) => body)).toEqual([
      { user_id: '20', amount: 50, transaction_type: 'refund', description: 'Late post' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(async () => expect((await cells('20'))[1]).toBe('1,200'));
  });

  test('sends the documented default text for an empty description [5-22]', async () => {
    const sent = answer(adjustCredits, ADJUSTED);
    await showDialog(nameless);
    await userEvent.type(amount(), '-5{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      user_id: '300',
      amount: -5,
      transaction_type: 'admin_adjustment',
      description: 'Admin adjustment: -5 credits',
    });
  });

  test('sends one request when Enter is pressed twice [5-17]', async () => {
    const sent = keepWaiting(adjustCredits);
    await showDialog(anna);
    await userEvent.type(amount(), '5{Enter}{Enter}');
    expect(apply()).toBeDisabled();
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('shows a refusal, stays open, and repeats the same request with the same idempotency key [8.4-13]', async () => {
    refuse(adjustCredits, 422, { error: 'The balance would fall below zero.', code: 'credits.below_zero' });
    const keys: (string | null)[] = [];
    const { fetch: realFetch } = globalThis;
    jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if (String(input).endsWith('/adjust-credits')) keys.push(new Headers(init?.headers).get('Idempotency-Key'));
      return realFetch(input, init);
    });
    show();
    await openOf(anna);
    await userEvent.type(amount(), '-2000');
    for (const tries of [1, 2]) {
      await userEvent.click(apply());
      await waitFor(() => expect(keys).toHaveLength(tries));
      expect((await screen.findByRole('alert')).textContent).toBe('The balance would fall below zero.');
      await waitFor(() => expect(apply()).toBeEnabled());
    }
    await userEvent.type(amount(), '{Backspace}9');
    await userEvent.click(apply());
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[0]).toMatch(/./);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('sends nothing after Cancel, and is empty when it is opened again [2.17-17]', async () => {
    const sent = answer(adjustCredits, ADJUSTED);
    show();
    await openOf(anna);
    await userEvent.type(amount(), '77');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await openOf(zoe);
    expect(amount()).toHaveValue('');
    expect(balances()).toEqual(['40 credits', '–']);
    expect(sent).toHaveLength(0);
  });

  test('opens with Enter on the name of a user', async () => {
    show();
    await names();
    act(() => screen.getByRole('button', { name: 'Zoe' }).focus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Adjust Credits: Zoe');
  });

  test('shows the balance of the server, not of the list', async () => {
    show();
    await openOf(zoe);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const requests = answer(getCreditUser, { ...zoe, credits_balance: 7 });
    await userEvent.click(screen.getByRole('button', { name: 'Adjust Credits of Zoe' }));
    await userEvent.type(amount(), '50');
    await waitFor(() => expect(balances()).toEqual(['7 credits', '57 credits']));
    expect(requests).toHaveLength(1);
  });

  test('shows no balance until the server has answered', async () => {
    keepWaiting(getCreditUser);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Adjust Credits of Zoe' }));
    await userEvent.type(amount(), '50');
    expect(balances()).toEqual(['…', '…']);
  });

  describe('with an amount', () => {
    /** Found by its title: in tests all dialogs of antd have the same id, and therefore the name of the first. */
    const confirmation = async (title: string) =>
      within((await screen.findByText(title)).closest<HTMLElement>('[role=dialog]') as HTMLElement);
    const enter = async (typed: string, open = openInScreen) => {
      const sent = answer(adjustCredits, ADJUSTED);
      await open(anna);
      await userEvent.type(amount(), typed);
      await userEvent.click(apply());
      return sent;
    };

    test.each([
      ['10001', 'Add 10,001 credits?', 'Add Credits', 'Anna Bell: from 1,150 credits to 11,151 credits'],
      ['-10001', 'Remove 10,001 credits?', 'Remove Credits', 'Anna Bell: from 1,150 credits to −8,851 credits'],
    ])('of %s asks for confirmation: %s', async (typed, title, action, text) => {
      const sent = await enter(typed);
      const dialog = await confirmation(title);
      expect(dialog.getByText(text)).toBeInTheDocument();
      expect(sent).toHaveLength(0);
      await userEvent.click(dialog.getByRole('button', { name: action }));
      expect(await screen.findByText('Credits added: 50.')).toBeInTheDocument();
      expect(sent.map(({ body }) => body)).toMatchObject([{ amount: Number(typed) }]);
    });

    test('above 10,000 sends nothing after Cancel, and the form stays open', async () => {
      const sent = await enter('10001');
      const dialog = await confirmation('Add 10,001 credits?');
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByText('Add 10,001 credits?')).not.toBeInTheDocument());
      expect(amount()).toBeInTheDocument();
      expect(sent).toHaveLength(0);
    });

    test.each(['10000', '-10000'])('of %s is sent without a confirmation', async (typed) => {
      const sent = await enter(typed, showDialog);
      await waitFor(() => expect(sent).toHaveLength(1));
    });
  });

  describe('for a purchase', () => {
    const BOOKED = {
      message: 'Purchase booked: 3000 credits.',
      credits_balance: 4150,
      transaction: buildTransaction(),
    };
    const book = () => screen.getByRole('button', { name: 'Book Purchase' });
    const openPurchase = async (open = openInScreen) => {
      answer(listPackages, {
        packages: [
          buildPackage({ id: 'mini', name: 'Mini', total_credits: 500, price_usd: 9.99 }),
          buildPackage({ id: 'basic', name: 'Basic', total_credits: 3000, price_usd: 49.99 }),
        ],
        support_telegram: null,
      });
      await open(anna);
      await userEvent.click(screen.getByText('Purchase', { selector: '.ant-segmented-item-label' }));
    };

    /** Chooses a package, when the packages have arrived. */
    const pick = async (text: string) => {
      await openSelect('Package');
      await userEvent.click(await screen.findByTitle(text));
    };

    test('offers the packages with credits and price, and previews the new balance', async () => {
      await openPurchase(showDialog);
      expect(book()).toBeDisabled();
      expect(balances()).toEqual(['1,150 credits', '–']);
      await pick('Basic: 3,000 credits, $49.99');
      expect(balances()).toEqual(['1,150 credits', '4,150 credits']);
      expect(book()).toBeEnabled();
    });

    test('sends the package, closes and shows the result', async () => {
      const sent = answer(bookPurchase, BOOKED);
      await openPurchase();
      await pick('Basic: 3,000 credits, $49.99');
      await userEvent.click(book());
      expect(await screen.findByText('Purchase booked: 3000 credits.')).toBeInTheDocument();
      expect(sent.map(({ body }) => body)).toEqual([{ user_id: '20', package_id: 'basic' }]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    test('shows a refusal and stays open', async () => {
      refuse(bookPurchase, 404, { error: 'There is no such package.', code: 'credits.package_not_found' });
      await openPurchase();
      await pick('Mini: 500 credits, $9.99');
      await userEvent.click(book());
      expect((await screen.findByRole('alert')).textContent).toBe('There is no such package.');
      expect(screen.getByRole('dialog')).toBeInTheDocument();
    });
  });
});

test('the id of a user leads to the user', async () => {
  show();
  expect(await screen.findByRole('link', { name: 'ID: 20' })).toHaveAttribute('href', '/admin/users/20');
});
