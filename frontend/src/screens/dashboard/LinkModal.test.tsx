import { describeLinking, listPickerPages, listUserPages, verifyLinking } from '@flyerdeck/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { answer, disconnect, keepWaiting, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildLinkDescription, buildPage } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { loadDocument } from '../../app/documentLoads.ts';
import { setTelegram } from '../../telegram/webApp.ts';
import LinkModal from './LinkModal.tsx';

jest.mock('../../app/documentLoads.ts', () => ({ loadDocument: jest.fn() }));

useApiServer();

beforeEach(() => {
  jest.mocked(loadDocument).mockClear();
  answer(describeLinking, buildLinkDescription());
});
afterEach(() => jest.useRealTimers());

function DialogOpener({ givenToken = null }: { givenToken?: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <LinkModal open={isOpen} givenToken={givenToken} onClose={() => setIsOpen(false)} />
    </>
  );
}
async function open(givenToken?: string) {
  renderScreen(<DialogOpener {...(givenToken ? { givenToken } : {})} />);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Link OnlyFans Page' });
}
const token = () => screen.getByPlaceholderText('Paste your linking token here');
const submit = () => screen.getByRole('button', { name: /^Link/ });
const summary = () => screen.findByRole('region', { name: 'What would be linked' });
const linked = { message: 'Linked.', page: buildPage() };

test('on a phone inside Telegram, its scanner reads the token, and its main button is the only one', async () => {
  const webApp = {
    platform: 'android',
    isVersionAtLeast: () => true,
    showScanQrPopup: (_: object, scanned: (text: string) => boolean) =>
      expect(scanned('https://flyerdeck.example/verify-link/abc-1')).toBe(true),
  };
  act(() => setTelegram({ webApp: webApp as never }));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Scan QR code' }));
  expect(token()).toHaveValue('abc-1');
  expect(await summary()).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Link Page' })).toBeNull();
  act(() => setTelegram({ webApp: null }));
  expect(screen.getByRole('button', { name: 'Link Page' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Scan QR code' })).toBeNull();
});

test("open: shows its instructions and enables 'Link Page' and Enter only when a token is entered [2.3-01, 2.3-02, 2.3-03, 2.3-04, 4.2-02, 5-01, 5-02]", async () => {
  const describeRequests = answer(describeLinking, buildLinkDescription());
  const linkRequests = answer(verifyLinking, linked);
  await open();
  expect(
    screen.getByText('Enter the linking token from your Chrome extension to connect your OnlyFans page.'),
  ).toBeInTheDocument();
  expect(token()).toHaveAttribute('type', 'text');
  expect(token()).toHaveValue('');
  expect(submit()).toHaveTextContent(/^Link Page$/);
  expect(submit()).toHaveAttribute('type', 'submit');
  expect(submit()).toBeDisabled();
  await userEvent.type(token(), '   {Enter}');
  expect([...describeRequests, ...linkRequests]).toEqual([]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(submit()).toBeDisabled();
  await userEvent.type(token(), 'abc');
  expect(submit()).toBeEnabled();
});

test("submitting: sends the trimmed token, shows 'Linking...' and disables all controls [2.3-06, 3-04, 4.2-03, 5-03, 7.1-04]", async () => {
  const linkRequests = keepWaiting(verifyLinking);
  await open();
  await userEvent.type(token(), '  abc-123  ');
  await userEvent.click(submit());
  await waitFor(() => expect(submit()).toHaveTextContent(/^Linking\.\.\.$/));
  expect(submit()).toBeDisabled();
  expect(token()).toBeDisabled();
  await waitFor(() => expect(linkRequests[0]?.body).toEqual({ token: 'abc-123' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

test('error: shows the server’s or the default message in an alert and enables the form; Close closes it; opened again, it has no token and no error [2.3-05, 4.2-01, 4.2-04, 4.2-06, 8.1-12, 8.1-13]', async () => {
  refuse(describeLinking, 410, { error: 'This linking token has expired.', code: 'linking.expired_token' });
  refuse(verifyLinking, 410, { error: 'This linking token has expired.', code: 'linking.expired_token' });
  await open();
  await userEvent.type(token(), 'abc');
  await userEvent.click(submit());
  expect((await screen.findByRole('alert')).textContent).toBe('This linking token has expired.');
  expect(token()).toBeEnabled();
  expect(submit()).toBeEnabled();
  expect(submit()).toHaveTextContent(/^Link Page$/);
  disconnect(verifyLinking);
  await userEvent.click(submit());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('An error occurred during linking'));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  expect(token()).toHaveValue('');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test("success: shows 'Page linked successfully!' and reloads the Pages tab after exactly 500 ms [2.3-07, 4.2-05, 4.2-08, 9-17]", async () => {
  answer(verifyLinking, linked);
  answer(listUserPages, { pages: [] });
  answer(listPickerPages, { pages: [], tags: [] });
  await open();
  await userEvent.type(token(), 'abc');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'requestAnimationFrame'] });
  act(() => submit().click());
  // `waitFor` is not used, because it advances the fake clock by 50 ms at a time.
  for (let waitedMs = 0; waitedMs < 2_000 && !screen.queryByText('Page linked successfully!'); waitedMs += 1) {
    await act(() => jest.advanceTimersByTimeAsync(1));
  }
  expect(screen.getByText('Page linked successfully!')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(submit()).toBeDisabled();
  await act(() => jest.advanceTimersByTimeAsync(498));
  expect(loadDocument).not.toHaveBeenCalled();
  await act(() => jest.advanceTimersByTimeAsync(2));
  expect(jest.mocked(loadDocument).mock.calls).toEqual([['/?view=pages']]);
});

const DAY_MS = 86_400_000;
const timeBefore = (ms: number) => new Date(Date.now() - ms).toISOString();
const REPLACED = {
  browser: 'Firefox on macOS',
  linked_at: timeBefore(3 * DAY_MS),
  last_polled_at: timeBefore(2 * 60_000),
};

describe('the summary before linking', () => {
  test('a pause in typing shows page and browser and links nothing, one click links the page [S6.3-4]', async () => {
    const describeRequests = answer(describeLinking, buildLinkDescription());
    const linkRequests = answer(verifyLinking, linked);
    answer(listUserPages, { pages: [] });
    answer(listPickerPages, { pages: [], tags: [] });
    await open();
    await userEvent.type(token(), ' abc-123 ');
    const shown = await summary();
    expect(shown).toHaveTextContent('Bella Rose @bellarose');
    expect(shown).toHaveTextContent('8812300');
    expect(shown).toHaveTextContent('Chrome on Windows, extension 1.2.0');
    expect(shown).toHaveTextContent('No browser posts for this page yet.');
    expect(describeRequests.map(({ body }) => body)).toEqual([{ token: 'abc-123' }]);
    expect(linkRequests).toEqual([]);
    expect(shown.compareDocumentPosition(submit())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

    await userEvent.click(submit());
    await screen.findByText('Page linked successfully!');
    expect(linkRequests.map(({ body }) => body)).toEqual([{ token: 'abc-123' }]);
  });

  test('asks before a browser is replaced, which a double click and a held Enter key do not confirm', async () => {
    answer(describeLinking, buildLinkDescription({ replaces: REPLACED }));
    const linkRequests = answer(verifyLinking, linked);
    await open();
    await userEvent.type(token(), 'abc');
    await userEvent.click(submit());
    const warning = within(await summary()).getByRole('alert');
    expect(warning).toHaveTextContent('This replaces the browser that posts for this page now.');
    expect(warning).toHaveTextContent('Firefox on macOS, linked 3 days ago, last seen 2 minutes ago.');
    await waitFor(() => expect(submit()).toHaveFocus());
    fireEvent.click(submit(), { detail: 2 });
    expect(fireEvent.keyDown(submit(), { key: 'Enter', repeat: true })).toBe(false);
    await act(async () => {});
    expect(linkRequests).toEqual([]);
    await userEvent.click(submit());
    const confirmed = { token: 'abc', confirm_replace: true };
    await waitFor(() => expect(linkRequests.map(({ body }) => body)).toEqual([confirmed]));
  });
});
