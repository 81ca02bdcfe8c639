import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CallDetail } from './ActionDetail.tsx';
import { RequestFinder } from './ActionList.tsx';

const entries = [
  { seq: 1, at: 1, action: { type: 'api/executeMutation/pending', meta: { requestId: 'one' } } },
  {
    seq: 2,
    at: 3,
    action: {
      type: 'api/executeMutation/rejected',
      meta: {
        requestId: 'one',
        baseQueryMeta: { method: 'POST', path: '/api/presets', status: 422, requestId: 'b7c7d2a0-0001' },
      },
    },
  },
] as const;

test('shows method, path, status and request id of the call, copies the id, and jumps to the request', async () => {
  const user = userEvent.setup();
  const copy = jest.spyOn(navigator.clipboard, 'writeText');
  const onJump = jest.fn();
  render(<CallDetail entries={entries} entry={entries[1]} position={2} onJump={onJump} />);
  expect(screen.getByRole('region', { name: 'Network call' })).toHaveTextContent('POST /api/presets 422b7c7d2a0-0001');
  await user.click(screen.getByRole('button', { name: 'Copy request id' }));
  expect(copy).toHaveBeenCalledWith('b7c7d2a0-0001');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Go to the request' }));
  expect(onJump).toHaveBeenCalledWith(1);
});

test('the request has the same call and jumps to the answer', async () => {
  const onJump = jest.fn();
  render(<CallDetail entries={entries} entry={entries[0]} position={1} onJump={onJump} />);
  await userEvent.click(screen.getByRole('button', { name: 'Go to the answer' }));
  expect(onJump).toHaveBeenCalledWith(2);
});

test('a pasted line of the server log jumps to the action; an unknown id says so', async () => {
  const user = userEvent.setup();
  const onJump = jest.fn();
  render(<RequestFinder entries={entries} onJump={onJump} />);
  const field = screen.getByLabelText('Request id');
  await user.click(field);
  await user.paste('{"requestId":"b7c7d2a0-0001","route":"POST /presets"}');
  expect(onJump).toHaveBeenCalledWith(2);
  await user.clear(field);
  await user.type(field, 'b7c7d2a0-9999');
  fireEvent.submit(field);
  expect(screen.getByText('Not in this log')).toBeInTheDocument();
  expect(onJump).toHaveBeenCalledTimes(1);
});
