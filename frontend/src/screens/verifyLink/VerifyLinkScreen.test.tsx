import { getLinkingData } from '@flyerdeck/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { answer, disconnect, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildLinkingData } from '../../../test/builders.ts';
import { renderScreen, SIGNED_OUT } from '../../../test/renderScreen.tsx';
import VerifyLinkScreen from './VerifyLinkScreen.tsx';

useApiServer();

const show = (address = '/verify-link/abc') =>
  renderScreen(
    <Routes>
      <Route path="/verify-link/:token?" element={<VerifyLinkScreen />} />
      <Route path="/" element={<p>home</p>} />
    </Routes>,
    { address, state: { session: SIGNED_OUT } },
  );

test('shows every field of the linking data and of its page, and that the token is ready [2.5-01, 2.5-02, 2.5-03]', async () => {
  const sent = answer(getLinkingData, buildLinkingData());
  show('/verify-link/abc%2Fd');
  expect((await screen.findByRole('note')).textContent).toBe('This linking token is valid and ready for linking.');
  expect(sent[0]?.url.pathname).toBe('/api/get_linking_data/abc%2Fd');
  const fieldsOf = (terms: HTMLElement[]) => terms.map((term) => [term.textContent, term.nextSibling?.textContent]);
  const pageFields = within(screen.getByRole('region', { name: 'Page data' })).getAllByRole('term');
  expect(fieldsOf(pageFields)).toEqual([
    ['Creator id', '8812300'],
    ['Name', 'Bella Rose'],
    ['Username', 'bellarose'],
    ['Avatar url', '–'],
  ]);
  const otherFields = screen.getAllByRole('term').filter((term) => !pageFields.includes(term));
  expect(fieldsOf(otherFields)).toEqual([
    ['Token status', 'valid'],
    // In the local time zone.
    ['Expires at', expect.stringMatching(/^Mar [12], 2026 \d\d:\d\d$/)],
    ['Extension version', '1.2.0'],
  ]);
  expect(await screen.findByText(window.location.href)).toBeVisible();
});

test("opens the home page after a click on 'Back to Home' [2.5-04]", async () => {
  answer(getLinkingData, buildLinkingData());
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Back to Home' }));
  expect(await screen.findByText('home')).toBeInTheDocument();
});

test('shows an error when the URL has no token [2.5-05]', () => {
  show('/verify-link');
  expect(screen.getByRole('alert').textContent).toBe('No linking token provided in URL.');
});

const EXPIRED = { error: 'This linking token has expired.', code: 'linking.expired_token' };

test.each([
  [
    'the error field of an error response',
    () => refuse(getLinkingData, 410, EXPIRED),
    'This linking token has expired.',
  ],
  [
    'the error field of a response with status 200',
    () => refuse(getLinkingData, 200, EXPIRED),
    'This linking token has expired.',
  ],
  ['the status of a response without an error field', () => refuse(getLinkingData, 502), 'HTTP error! status: 502'],
  ['a default message without a response', () => disconnect(getLinkingData), 'Failed to fetch linking data'],
])('shows %s, and no fields and no note [3-05, 8.3-06, 8.3-07, 8.3-08]', async (_what, respond, sentence) => {
  respond();
  show();
  expect((await screen.findByRole('alert')).firstChild?.textContent).toBe(sentence);
  expect(screen.queryByRole('term')).not.toBeInTheDocument();
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});
