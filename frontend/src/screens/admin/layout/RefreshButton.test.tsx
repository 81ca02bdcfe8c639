import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { combineQueries, type RefreshableQuery, RefreshButton } from './AdminPage.tsx';

/** In the local time zone. */
const at = (second: number) => new Date(2026, 2, 1, 14, 3, second).getTime();
const query = (changes: Partial<RefreshableQuery> = {}): RefreshableQuery => ({
  isFetching: false,
  refetch: jest.fn(),
  ...changes,
});

test('for several queries shows the time of the oldest answer and repeats each query', async () => {
  const queries = [query({ fulfilledTimeStamp: at(30) }), query({ fulfilledTimeStamp: at(7) }), query()];
  render(<RefreshButton query={combineQueries(...queries)} />);
  expect(screen.getByText(/^Updated at/)).toHaveTextContent('Updated at 14:03:07');
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  for (const { refetch } of queries) expect(refetch).toHaveBeenCalledTimes(1);
});
