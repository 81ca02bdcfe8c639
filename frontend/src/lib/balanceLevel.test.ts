import { balanceLevel } from './balanceLevel.ts';

test.each([
  [0, 'Low Balance'],
  [49, 'Low Balance'],
  [50, 'Good'],
  [99, 'Good'],
  [100, 'Excellent'],
])('%i credits are called %s', (credits, label) => {
  expect(balanceLevel(credits).label).toBe(label);
});
