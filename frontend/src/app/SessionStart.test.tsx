import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter } from 'react-router-dom';
import { SessionStart } from './SessionStart.tsx';

function open(address: string): jest.Mock {
  const start = jest.fn();
  render(
    <MemoryRouter initialEntries={[address]}>
      <SessionStart start={start} />
      <Link to="/">home</Link>
    </MemoryRouter>,
  );
  return start;
}

test.each(['/', '/auth', '/auth/callback', '/verify-link/abc', '/somewhere'])('%s starts the session', (address) => {
  expect(open(address)).toHaveBeenCalled();
});

test.each(['/screenshot-view/abc', '/screenshot-view'])('the preview at %s does not start the session', (address) => {
  expect(open(address)).not.toHaveBeenCalled();
});

test('navigating from the preview to the dashboard starts the session', async () => {
  const start = open('/screenshot-view/abc');
  await userEvent.click(screen.getByRole('link', { name: 'home' }));
  expect(start).toHaveBeenCalled();
});
