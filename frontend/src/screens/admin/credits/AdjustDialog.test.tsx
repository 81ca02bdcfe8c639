import { adjustCredits, bookPurchase, getUser, listPackages } from '@flyerdeck/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildCreditUser, buildUserDetail } from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { buildPackage, buildTransaction } from '../../../../test/builders.ts';
import { choose, openSelect } from '../../../../test/choose.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import type { AppStore } from '../../../app/store.ts';
import AdjustDialog from './AdjustDialog.tsx';

useApiServer();

const user = userEvent.setup();
const anna = buildCreditUser({ telegram_id: '20', credits_balance: 1150 });
const ADJUSTED = { message: 'Credits added: 50.', credits_balance: 1200, transaction: buildTransaction() };

/** Returns the messages of what was applied. */
const show = () => {
  const applied: string[] = [];
  ({ store } = renderScreen(<AdjustDialog user={anna} onApplied={(text) => applied.push(text)} onClose={() => {}} />));
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
  refuse(adjustCredits, 422, { error: 'The balance would fall below zero.', code: 'credits.below_zero' });
  const keys: (string | null)[] = [];
  const { fetch: realFetch } = globalThis;
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (String(input).endsWith('/adjust-credits')) keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    return realFetch(input, init);
  });
  const applied = await showBalance();
  for (const [tries, text] of ['-2000', '-2000', '-2009'].entries()) {
    enter(text);
    await user.click(apply());
    await waitFor(() => expect(keys).toHaveLength(tries + 1));
    expect((await screen.findByRole('alert')).textContent).toBe('The balance would fall below zero.');
    await waitFor(() => expect(apply()).toBeEnabled());
  }
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
  enter('-10001');
  await user.click(apply());
  const second = await confirmation('Remove 10,001 credits?');
  expect(second.getByText('Anna Bell: from 1,150 credits to −8,851 credits')).toBeInTheDocument();
  await user.click(second.getByRole('button', { name: 'Remove Credits' }));
  await waitFor(() => expect(applied).toHaveLength(1));
  enter('10000');
  await user.click(apply());
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ amount: -10001 }, { amount: 10000 }]));
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
