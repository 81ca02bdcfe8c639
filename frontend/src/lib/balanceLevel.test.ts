import { balanceLevel } from './balanceLevel.ts';

test.each([
  [0, 'Low Balance'],
  [49, 'Low Balance'],
  [50, 'Good'],
  [99, 'Good'],
  [100, 'Excellent'],
])('a balance of %i credits has the label %s', (credits, label) => {
  expect(balanceLevel(credits).label).toBe(label);
});
