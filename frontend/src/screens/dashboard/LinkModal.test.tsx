import { listPickerPages, listUserPages, verifyLinking } from '@flyerdeck/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { answer, disconnect, keepWaiting, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPage } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { LinkModal } from './LinkModal.tsx';

useApiServer();

const loadPage = jest.fn<void, [string]>();
beforeEach(() => loadPage.mockClear());
afterEach(() => jest.useRealTimers());

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <LinkModal open={isOpen} onClose={() => setIsOpen(false)} loadPage={loadPage} />
    </>
  );
}
async function open() {
  renderScreen(<Opener />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Link OnlyFans Page' });
}
const token = () => screen.getByPlaceholderText('Paste your linking token here');
const submit = () => screen.getByRole('button', { name: /^Link/ });
const linked = { message: 'Linked.', page: buildPage() };

test('closed: shows nothing', () => {
  renderScreen(<Opener />);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('open: explains itself, and offers to link only when there is a token', async () => {
  await open();
  expect(
    screen.getByText('Enter the linking token from your Chrome extension to connect your OnlyFans page.'),
  ).toBeInTheDocument();
  expect(submit()).toHaveTextContent('Link Page');
  expect(submit()).toBeDisabled();
  await userEvent.type(token(), '   ');
  expect(submit()).toBeDisabled();
  await userEvent.type(token(), 'abc');
  expect(submit()).toBeEnabled();
});

test('open: does nothing on Enter while the token is blank', async () => {
  const sent = answer(verifyLinking, linked);
  await open();
  await userEvent.type(token(), '   {Enter}');
  expect(sent).toHaveLength(0);
});

test('submitting: sends the trimmed token, says so and lets nothing be touched', async () => {
  const sent = keepWaiting(verifyLinking);
  await open();
  await userEvent.type(token(), '  abc-123  ');
  await userEvent.click(submit());
  await waitFor(() => expect(submit()).toHaveTextContent('Linking...'));
  expect(submit()).toBeDisabled();
  expect(token()).toBeDisabled();
  await waitFor(() => expect(sent[0]?.body).toEqual({ token: 'abc-123' }));
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

test('error: shows the server’s sentence in a red alert and lets the person try again', async () => {
  refuse(verifyLinking, 410, { error: 'This linking token has expired.', code: 'linking.expired_token' });
  await open();
  await userEvent.type(token(), 'abc');
  await userEvent.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('This linking token has expired.');
  expect(token()).toBeEnabled();
  expect(submit()).toBeEnabled();
});

test('error: falls back to the documented words', async () => {
  disconnect(verifyLinking);
  await open();
  await userEvent.type(token(), 'abc');
  await userEvent.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred during linking');
});

test('opening again starts afresh, without the error and the token of before', async () => {
  refuse(verifyLinking, 410, { error: 'This linking token has expired.', code: 'linking.expired_token' });
  await open();
  await userEvent.type(token(), 'abc');
  await userEvent.click(submit());
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  expect(token()).toHaveValue('');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('success: says so and loads the pages anew after 500 ms, not before', async () => {
  answer(verifyLinking, linked);
  answer(listUserPages, { pages: [] });
  answer(listPickerPages, { pages: [], tags: [] });
  await open();
  await userEvent.type(token(), 'abc');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'requestAnimationFrame'] });
  act(() => submit().click());
  await waitFor(() => expect(screen.getByText('Page linked successfully!')).toBeInTheDocument());
  expect(submit()).toBeDisabled();
  // waitFor moves the fake clock in steps of 50 ms, so some of the delay may be over already.
  loadPage.mockClear();
  const shownAt = Date.now();
  for (let waited = 0; waited < 500 && loadPage.mock.calls.length === 0; waited += 10) {
    await act(() => jest.advanceTimersByTimeAsync(10));
  }
  expect(loadPage).toHaveBeenCalledTimes(1);
  expect(loadPage).toHaveBeenCalledWith('/?view=pages');
  expect(Date.now() - shownAt).toBeGreaterThan(400);
});
