import { accountName, balanceLevel } from './accounts.ts';

test.each([
  [{ id: 7, username: 'mia', first_name: 'Mia', last_name: 'Moon' }, 'Mia Moon (@mia)'],
  [{ id: '7', username: '7', first_name: 'Mia', last_name: '' }, 'Mia (ID 7)'],
  [{ id: 7, first_name: 'Mia' }, 'Mia (ID 7)'],
  [{ id: 7, username: 'mia', first_name: '', last_name: null }, '@mia'],
  [{ id: 7 }, 'ID 7'],
])('the account %j is shown as %s', (account, name) => {
  expect(accountName(account)).toBe(name);
});

describe('balanceLevel', () => {
  test.each([
    [0, 'Low Balance'],
    [49, 'Low Balance'],
    [50, 'Good'],
    [99, 'Good'],
    [100, 'Excellent'],
  ])('a balance of %i credits has the label %s', (credits, label) => {
    expect(balanceLevel(credits).label).toBe(label);
  });
});
