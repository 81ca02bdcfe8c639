import {
  adjustCredits,
  bookPurchase,
  getUser,
  listCreditUsers,
  listPackages,
  requestExport,
} from '@flyerdeck/contracts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildCreditUser, buildUserDetail } from '../../../../test/adminBuilders.ts';
import { answer, disconnect, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { buildPackage, buildTransaction } from '../../../../test/builders.ts';
import { choose, openSelect } from '../../../../test/choose.ts';
import { renderCells } from '../../../../test/renderCells.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import type { AppStore } from '../../../app/store.ts';
import { StatCards } from '../layout/Section.tsx';
import AdjustDialog from './AdjustDialog.tsx';
import { adjustmentOf, validAmount } from './BookingForm.tsx';
import CreditsScreen, { creditCards, creditColumns } from './CreditsScreen.tsx';

useApiServer();

describe('the screen', () => {
  /** In the local time zone. */
  const AFTERNOON = new Date(2026, 2, 1, 14, 5).toISOString();
  const anna = buildCreditUser({
    ...{ last_login: AFTERNOON, telegram_id: '20', credits_balance: 1150 },
    ...{ total_credits_purchased: 3000, total_credits_spent: 2000 },
  });
  const nameless = buildCreditUser({
    ...{ telegram_id: '300', username: '', first_name: '', last_name: '', credits_balance: 0, last_login: null },
  });
  const zoe = buildCreditUser({
    ...{ telegram_id: '200', username: 'zed', first_name: 'Zoe', last_name: '', credits_balance: 40 },
  });
  const USERS = [anna, zoe, nameless];

  const show = (address = '/admin/credits') => renderScreen(<CreditsScreen />, { address });
  /** The buttons of the rows. Queries by role are slow in tables. */
  const buttons = () => [...document.querySelectorAll<HTMLElement>('.ant-table-row .ant-btn-variant-text')];
  const names = async () => {
    await waitFor(() => expect(buttons()).not.toHaveLength(0));
    return buttons().map(({ textContent }) => textContent);
  };

  test('the cards show the sums of all users and the number of users with a balance above 0 [2.17-02, 2.17-03, 2.17-04, 2.17-05]', () => {
    render(<StatCards cards={creditCards(USERS)} />);
    for (const [name, value] of [
      ['Total Credits', '1,190'],
      ['Total Purchased', '3,000'],
      ['Total Spent', '2,000'],
      ['Active Users', '2'],
    ] as const) {
      expect(screen.getByRole('region', { name }).textContent).toBe(`${name}${value}`);
    }
  });

  test('the columns have the documented titles and texts, and the id leads to the user [2.17-06, 2.17-07, 2.17-08, 2.17-09, 2.17-10, 2.17-11]', () => {
    const columns = creditColumns(() => {});
    const { cells, texts } = renderCells(columns, anna);
    expect(Object.entries(texts)).toEqual([
      ['User', 'Anna Bell@annabID: 20'],
      ['Balance', '1,150'],
      ['Purchased', '3,000'],
      ['Spent', '2,000'],
      ['Last Activity', 'Mar 1, 2026 14:05'],
      ['Actions', 'Adjust Credits'],
    ]);
    expect(cells.User?.querySelector('a')).toHaveAttribute('href', '/admin/users/20');
    expect(Object.values(renderCells(columns, nameless).texts)).toEqual([
      ...['Unnamed UserID: 300', '0', '0', '0', 'Never', 'Adjust Credits'],
    ]);
  });

  test('lists the users with the highest balance first, and refreshes and exports them; a link shows only one user [2.17-01, 2.17-06, 8.4-16]', async () => {
    const requests = answer(listCreditUsers, USERS);
    const exported = answer(requestExport, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
    const { address } = show('/admin/credits?user=20');
    expect(await names()).toEqual(['Anna Bell']);
    fireEvent.click(screen.getByText('Export CSV'));
    await waitFor(() => expect(exported[0]?.body).toMatchObject({ user_id: '20' }));
    await userEvent.click(screen.getByRole('button', { name: 'Only user 20' }));
    expect(await names()).toEqual(['Anna Bell', 'Zoe', 'Unnamed User']);
    expect(address()).toBe('/admin/credits');
    fireEvent.click(screen.getByText('Refresh'));
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  test('a failed request shows the server’s or the network’s message, Retry sends it again, and the URL has search and order [8.4-11, 8.4-12]', async () => {
    refuse(listCreditUsers, 500, { error: 'The ledger rests.', code: 'internal' });
    show('/admin/credits?search=n&sort=first_name&order=asc');
    expect(within(await screen.findByRole('alert')).getByText('The ledger rests.')).toBeVisible();
    disconnect(listCreditUsers);
    fireEvent.click(screen.getByText('Retry'));
    expect(await screen.findByText('Failed to fetch')).toBeVisible();
    answer(listCreditUsers, [zoe, anna, buildCreditUser({ telegram_id: '9', first_name: 'Zoe', username: 'n' })]);
    fireEvent.click(screen.getByText('Retry'));
    expect(await names()).toEqual(['Anna Bell', 'Zoe Bell']);
  });

  test('Cancel sends nothing; an adjustment closes the dialog, shows the result and reloads the list [2.17-16, 2.17-17, 7.6-06, 7.6-07]', async () => {
    answer(listCreditUsers, USERS);
    answer(getUser, buildUserDetail(zoe));
    const message = 'Credits added: 50.';
    const sent = answer(adjustCredits, { message, credits_balance: 90, transaction: buildTransaction() });
    show();
    await names();
    fireEvent.click(screen.getByLabelText('Adjust Credits of Zoe'));
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Adjust Credits: Zoe');
    fireEvent.click(screen.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    fireEvent.click(screen.getByLabelText('Adjust Credits of Zoe'));
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '50' } });
    const requests = answer(listCreditUsers, [{ ...zoe, credits_balance: 90 }]);
    await userEvent.click(screen.getByText('Apply Adjustment'));
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(sent.map(({ url, body }) => [url.pathname, body])).toMatchObject([
      ['/api/credits/admin/adjust-credits', { user_id: '200', amount: 50, transaction_type: 'admin_adjustment' }],
    ]);
  });
});

describe('the dialog', () => {
  const user = userEvent.setup();
  const anna = buildCreditUser({ telegram_id: '20', credits_balance: 1150 });
  const ADJUSTED = { message: 'Credits added: 50.', credits_balance: 1200, transaction: buildTransaction() };

  /** Returns the messages of what was applied. */
  const show = () => {
    const applied: string[] = [];
    ({ store } = renderScreen(
      <AdjustDialog user={anna} onApplied={(text) => applied.push(text)} onClose={() => {}} />,
    ));
    return applied;
  };
  let store: AppStore;
  const showBalance = async () => {
    answer(getUser, buildUserDetail(anna));
    const applied = show();
    await screen.findByText('1,150 credits');
    return applied;
  };
  const amount = () => screen.getByRole('spinbutton', { name: 'Amount' });
  const enter = (text: string) => fireEvent.change(amount(), { target: { value: text } });
  const apply = () => screen.getByRole('button', { name: 'Apply Adjustment' });
  const balances = () =>
    screen.getAllByText(/balance$/, { selector: 'th *' }).map((name) => name.closest('tr')?.cells[1]?.textContent);

  test('has the documented fields, disables Apply without a valid amount, previews the new balance and sends the adjustment [2.17-12, 2.17-13, 2.17-14, 2.17-15, 2.17-16, 5-16, 5-18, 5-19, 5-20, 5-21, 7.6-06, 9-16]', async () => {
    const sent = answer(adjustCredits, ADJUSTED);
    const applied = await showBalance();
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Adjust Credits: Anna Bell');
    expect(amount()).toHaveAccessibleDescription('Use positive numbers to add credits, negative to subtract');
    expect(screen.getByTitle('Admin Adjustment')).toBeInTheDocument();
    expect((await openSelect('Transaction Type')).map(({ textContent }) => textContent)).toEqual([
      'Admin Adjustment',
      'Bonus Credits',
      'Refund',
    ]);
    await choose('Transaction Type', 'Refund');
    expect(balances()).toEqual(['1,150 credits', '–']);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(apply()).toBeDisabled();
    for (const [text, preview] of [
      ['0', '–'],
      ['-2000', '−850 credits'],
      ['-150', '1,000 credits'],
    ] as const) {
      enter(text);
      expect([text, ...balances()]).toEqual([text, '1,150 credits', preview]);
      expect(apply().matches(':disabled')).toBe(preview === '–');
    }
    await user.type(screen.getByRole('textbox', { name: 'Description (optional)' }), 'Late post');
    await user.click(apply());
    await waitFor(() => expect(applied).toEqual(['Credits added: 50.']));
    expect(sent.map(({ body }) => body)).toEqual([
      { user_id: '20', amount: -150, transaction_type: 'refund', description: 'Late post' },
    ]);
  });

  test('sends one request when Enter is pressed twice [5-17]', async () => {
    const sent = keepWaiting(adjustCredits);
    await showBalance();
    await user.type(amount(), '5{Enter}{Enter}');
    await waitFor(() => expect(apply()).toBeDisabled());
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('shows a refusal, stays open, and repeats the same request with the same idempotency key [8.4-13]', async () => {
    const refusal = { error: 'The balance would fall below zero.', code: 'credits.below_zero' };
    const refused = refuse(adjustCredits, 422, refusal);
    const applied = await showBalance();
    for (const [tries, text] of ['-2000', '-2000', '-2009'].entries()) {
      enter(text);
      await user.click(apply());
      await waitFor(() => expect(refused).toHaveLength(tries + 1));
      expect((await screen.findByRole('alert')).textContent).toBe('The balance would fall below zero.');
      await waitFor(() => expect(apply()).toBeEnabled());
    }
    const keys = refused.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys[0]).toMatch(/./);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(applied).toEqual([]);
  });

  test('more than 10,000 credits are confirmed first; Cancel sends nothing and the form stays open', async () => {
    const sent = answer(adjustCredits, ADJUSTED);
    const applied = await showBalance();
    /** Found by its title: in tests all dialogs of antd have the same id, and therefore the name of the first. */
    const confirmation = async (title: string) =>
      within((await screen.findByText(title)).closest<HTMLElement>('[role=dialog]') as HTMLElement);
    enter('10001');
    await user.click(apply());
    const first = await confirmation('Add 10,001 credits?');
    expect(first.getByText('Anna Bell: from 1,150 credits to 11,151 credits')).toBeInTheDocument();
    await user.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Add 10,001 credits?')).not.toBeInTheDocument());
    expect(sent).toHaveLength(0);
    enter('10000');
    await user.click(apply());
    await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ amount: 10000 }]));
    expect(applied).toHaveLength(1);
  });

  test('a purchase offers the packages, previews the new balance, shows a refusal, and sends the package', async () => {
    answer(listPackages, {
      packages: [
        buildPackage({ id: 'mini', name: 'Mini', total_credits: 500, price_usd: 9.99 }),
        buildPackage({ id: 'basic', name: 'Basic', total_credits: 3000, price_usd: 49.99 }),
      ],
      support_telegram: null,
    });
    const applied = await showBalance();
    await user.click(screen.getByText('Purchase', { selector: '.ant-segmented-item-label' }));
    const book = () => screen.getByRole('button', { name: 'Book Purchase' });
    expect(book()).toBeDisabled();
    expect(balances()).toEqual(['1,150 credits', '–']);
    await openSelect('Package');
    await user.click(await screen.findByTitle('Basic: 3,000 credits, $49.99'));
    await waitFor(() => expect(balances()).toEqual(['1,150 credits', '4,150 credits']));
    refuse(bookPurchase, 404, { error: 'There is no such package.', code: 'credits.package_not_found' });
    await user.click(book());
    expect((await screen.findByRole('alert')).textContent).toBe('There is no such package.');
    const sent = answer(bookPurchase, {
      message: 'Purchase booked: 3000 credits.',
      credits_balance: 4150,
      transaction: buildTransaction(),
    });
    await user.click(book());
    await waitFor(() => expect(applied).toEqual(['Purchase booked: 3000 credits.']));
    expect(store.getState().ui['adjustCredits.purchase']).toEqual({ packageId: 'basic' });
    expect(sent.map(({ body }) => body)).toEqual([{ user_id: '20', package_id: 'basic' }]);
  });
});

describe('the adjustment', () => {
  test.each([
    [50, 50],
    [-250.9, -250],
  ])('the amount %s is the integer %i: positive adds, negative subtracts [5-19, 5-20, 5-21]', (typed, amount) => {
    expect(validAmount(typed)).toBe(amount);
    expect(adjustmentOf(amount, { amount, type: 'refund', description: ' Late ' })).toEqual({
      amount,
      transaction_type: 'refund',
      description: 'Late',
    });
  });

  test.each([null, 0.4, 1_000_001, -1_000_001])('rejects %j as an amount', (typed) => {
    expect(validAmount(typed)).toBeNull();
  });

  test('an empty description is sent as the documented text [5-22]', () => {
    const fields = { amount: -5, type: 'admin_adjustment', description: ' ' } as const;
    expect(adjustmentOf(-5, fields).description).toBe('Admin adjustment: -5 credits');
  });
});
