import { getLinkingData } from '@flyerdeck/contracts';
import { screen } from '@testing-library/react';
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

test('shows every field of the linking data, the page’s too, and that the token is ready', async () => {
  const sent = answer(getLinkingData, buildLinkingData());
  show('/verify-link/abc%2Fd');
  expect(await screen.findByRole('note')).toHaveTextContent('valid and ready for linking');
  expect(sent[0]?.url.pathname).toBe('/api/get_linking_data/abc%2Fd');
  const fields = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(fields).toEqual(
    expect.arrayContaining([
      ['Token status', 'valid'],
      ['Extension version', '1.2.0'],
      ['Creator id', '8812300'],
      ['Name', 'Bella Rose'],
      ['Username', 'bellarose'],
    ]),
  );
  expect(screen.getByRole('region', { name: 'Page data' })).toBeInTheDocument();
});

test('leads back home', async () => {
  answer(getLinkingData, buildLinkingData());
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Back to Home' }));
  expect(await screen.findByText('home')).toBeInTheDocument();
});

test('says that the address has no token', () => {
  show('/verify-link');
  expect(screen.getByRole('alert')).toHaveTextContent('No linking token provided in URL.');
});

test('shows the answer’s error field', async () => {
  refuse(getLinkingData, 410, { error: 'This linking token has expired.', code: 'linking.expired_token' });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('This linking token has expired.');
});

test('shows the bare status where there is no error field', async () => {
  refuse(getLinkingData, 502);
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('HTTP error! status: 502');
});

test('shows that nothing came at all', async () => {
  disconnect(getLinkingData);
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch linking data');
});
