import { eraseAccount, openAccountExport } from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { loadCredentials, saveCredentials } from '../../../data/request/storage.ts';
import PrivacyDialog from './PrivacyDialog.tsx';

useApiServer();
const onClose = jest.fn();

beforeEach(() => {
  jest.replaceProperty(webAppSettings, 'mockAuth', true);
});
afterEach(() => jest.restoreAllMocks());

const show = () => renderScreen(<PrivacyDialog onClose={onClose} />);
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('says what is stored, for how long and who sees it', async () => {
  show();
  const [header, ...rows] = await (await region('What is stored')).findAllByRole('row');
  expect(header).toHaveTextContent('WhatKeptAlso seen by');
  expect(rows).toHaveLength(9);
  for (const row of rows) {
    expect(within(row).getByRole('rowheader')).not.toBeEmptyDOMElement();
    for (const cell of within(row).getAllByRole('cell')) expect(cell).not.toBeEmptyDOMElement();
  }
});

test('downloads the file from an address for one download', async () => {
  const tickets = answer(openAccountExport, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  const clicked: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.hash);
  });
  show();
  const data = await region('Download my data');
  await userEvent.click(await data.findByRole('button', { name: 'Download' }));
  await waitFor(() => expect(clicked).toEqual(['#ticket']));
  expect(tickets).toHaveLength(1);
});

test('deletes the account only after the word was typed, and removes what the browser stored', async () => {
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  const requests = answer(eraseAccount, undefined);
  const { address } = show();
  const data = await region('Delete my account');
  expect(data.getByText(/Your 150 credits are lost\./)).toBeInTheDocument();
  const button = data.getByRole('button', { name: 'Delete my account' });
  expect(button).toBeDisabled();
  await userEvent.type(data.getByRole('textbox', { name: 'Type DELETE to confirm' }), 'delete');
  expect(button).toBeDisabled();
  await userEvent.clear(data.getByRole('textbox'));
  await userEvent.type(data.getByRole('textbox'), 'DELETE');
  await userEvent.click(button);
  await waitFor(() => expect(address()).toBe('/auth'));
  expect(requests).toHaveLength(1);
  expect(loadCredentials()).toBeNull();
});

test('in the mini app it sends the init data, and shows why a confirmation is refused', async () => {
  jest.replaceProperty(webAppSettings, 'mockAuth', false);
  const requests = refuse(eraseAccount, 403, { error: 'The confirmation is too old.', code: 'account.proof_stale' });
  const initData = new URLSearchParams({ user: '{"id":100000001}', auth_date: '1', hash: 'abc' }).toString();
  sessionStorage.setItem('telegram_launch_params', new URLSearchParams({ tgWebAppData: initData }).toString());
  Object.assign(window, { TelegramWebviewProxy: {} });
  try {
    show();
    const data = await region('Delete my account');
    await userEvent.type(data.getByRole('textbox'), 'DELETE{Enter}');
    expect(await data.findByRole('alert')).toHaveTextContent('The confirmation is too old.');
    expect(requests.map(({ body }) => body)).toEqual([{ confirm: 'DELETE', init_data: initData }]);
  } finally {
    sessionStorage.clear();
    Reflect.deleteProperty(window, 'TelegramWebviewProxy');
  }
});
