import { buildBalance, buildPackage, buildTransaction, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import {
  creditsSlice,
  selectBalance,
  selectPackages,
  selectSupportTelegram,
  selectTransactions,
  type WithCredits,
} from './creditsSlice.ts';

const fold = (...actions: readonly Parameters<typeof creditsSlice.reducer>[1][]): WithCredits => ({
  credits: actions.reduce(creditsSlice.reducer, creditsSlice.getInitialState()),
});
const ledger = (...ns: readonly number[]) =>
  fulfilled('listTransactions', { transactions: ns.map((n) => buildTransaction({ id: uuid(n) })) });

test('keeps the latest balance', () => {
  const state = fold(
    fulfilled('getBalance', buildBalance({ credits_balance: 150 })),
    fulfilled('getBalance', buildBalance({ credits_balance: 140 })),
  );
  expect(selectBalance(state)?.credits_balance).toBe(140);
});

test('keeps the ledger in the order of the server, with a new entry first', () => {
  expect(selectTransactions(fold(ledger(2, 1), ledger(3, 2, 1))).map((one) => one.id)).toEqual([
    uuid(3),
    uuid(2),
    uuid(1),
  ]);
});

test('keeps the packages in the order of the server, and the support contact', () => {
  const state = fold(
    fulfilled('listPackages', {
      packages: [buildPackage({ id: 'mini' }), buildPackage({ id: 'basic' })],
      support_telegram: 'flyerdeck_support',
    }),
  );
  expect(selectPackages(state).map((one) => one.id)).toEqual(['mini', 'basic']);
  expect(selectSupportTelegram(state)).toBe('flyerdeck_support');
});

test('is empty after the session has ended', () => {
  const state = fold(fulfilled('getBalance', buildBalance()), ledger(1), sessionEnded());
  expect(state.credits).toEqual(creditsSlice.getInitialState());
});
