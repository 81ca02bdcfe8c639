import { eraseAccount } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../test/apiServer.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { documentLoads } from '../../app/documentLoads.ts';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { signInNonce } from '../../data/request/signInNonce.ts';
import DeleteAccountScreen from './DeleteAccountScreen.tsx';

useApiServer();
const PROOF = { id: '100000001', first_name: 'Mia', auth_date: '1770000000', hash: 'abc' };
const show = (query: Record<string, string> = {}) =>
  renderScreen(<DeleteAccountScreen />, { address: `/auth/delete-account?${new URLSearchParams(query)}` });
const widgetScript = () => document.querySelector<HTMLScriptElement>('script[src*="telegram-widget"]');

beforeEach(() => {
  jest.replaceProperty(webAppSettings, 'botUsername', 'some_bot');
});
afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

test('with the proof of Telegram the account is deleted after the word was typed; the proof leaves the address', async () => {
  jest.spyOn(documentLoads, 'replace').mockImplementation(() => {});
  const requests = answer(eraseAccount, undefined);
  const { address } = show({ ...PROOF, state: signInNonce() });
  await waitFor(() => expect(address()).toBe('/auth/delete-account'));
  expect(widgetScript()).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Type DELETE to confirm' }), 'DELETE{Enter}');
  await waitFor(() => expect(documentLoads.replace).toHaveBeenCalledWith('/auth'));
  expect(requests.map(({ body }) => body)).toEqual([{ confirm: 'DELETE', widget: PROOF }]);
});

test('a proof in a link that this tab did not ask for is ignored [S7.5-1]', async () => {
  const { address } = show({ ...PROOF, state: '0'.repeat(32) });
  await waitFor(() => expect(address()).toBe('/auth/delete-account'));
  expect(widgetScript()).not.toBeNull();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});
