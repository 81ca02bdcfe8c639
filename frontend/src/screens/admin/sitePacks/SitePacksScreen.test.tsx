import {
  approveSitePack,
  listSitePacks,
  type PublishedPack,
  publishSitePack,
  withdrawSitePack,
} from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import SitePacksScreen from './SitePacksScreen.tsx';

useApiServer();

const NONE = { pages: 0, owners: 0 };
const pack = (version: number, changes: Partial<PublishedPack> = {}): PublishedPack => ({
  version,
  stage: 'all',
  published_at: '2026-03-01T12:00:00.000Z',
  withdrawn_at: null,
  withdrawn_reason: null,
  pages_count: 40,
  chosen_count: 0,
  posted: NONE,
  failed: NONE,
  refused: NONE,
  ...changes,
});
const show = (...packs: PublishedPack[]) => {
  const requests = answer(listSitePacks, { built_in_version: 1, packs });
  renderScreen(<SitePacksScreen />);
  return requests;
};
const rowOf = async (version: number) =>
  (await screen.findByRole('cell', { name: `${version}` })).closest('tr') as HTMLElement;

test('shows the stage of each pack, and its pages and owners by outcome', async () => {
  show(
    pack(4, {
      stage: 'canary',
      pages_count: 2,
      chosen_count: 3,
      posted: { pages: 2, owners: 2 },
      refused: { pages: 7, owners: 1 },
    }),
    pack(3, { stage: 'withdrawn', withdrawn_reason: 'The text field was not found.', pages_count: 0 }),
    pack(2),
  );
  expect((await rowOf(4)).textContent).toMatch(
    /Pages of three owners.*2 pages3 pages2 pages of 2 owners–7 pages of 1 owner/,
  );
  expect((await rowOf(3)).textContent).toMatch(/Withdrawn.*The text field was not found\..*0 pages/);
  expect(within(await rowOf(3)).queryByRole('button')).not.toBeInTheDocument();
  expect(within(await rowOf(2)).queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('publishes a pasted pack and reads the list again', async () => {
  const requests = show();
  const sent = answer(publishSitePack, { version: 5 });
  const publish = await screen.findByRole('button', { name: 'Publish' });
  expect(publish).toBeDisabled();
  await userEvent.click(screen.getByRole('textbox', { name: 'Pack as JSON' }));
  await userEvent.paste('{"version": 5}');
  await userEvent.click(publish);
  expect(await screen.findByText('Version 5 is published.')).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ text: '{"version": 5}' });
  expect(screen.getByRole('textbox', { name: 'Pack as JSON' })).toHaveValue('');
  await waitFor(() => expect(requests).toHaveLength(2));
});

test('reads a pack from a file', async () => {
  show();
  const file = new File(['{"version": 6}'], 'pack.json', { type: 'application/json' });
  file.text = async () => '{"version": 6}';
  await screen.findByRole('button', { name: 'Choose File' });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Pack as JSON' })).toHaveValue('{"version": 6}'));
});

test('shows each sentence of the server about a wrong pack, and keeps the text', async () => {
  show();
  refuse(publishSitePack, 422, {
    error: "'code': Unexpected property.\n'version': Expected integer.",
    code: 'site_pack.refused',
  });
  await userEvent.click(await screen.findByRole('textbox', { name: 'Pack as JSON' }));
  await userEvent.paste('{}');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText("'code': Unexpected property.")).toBeInTheDocument();
  expect(screen.getByText("'version': Expected integer.")).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Pack as JSON' })).toHaveValue('{}');
});

test.each([
  ['Approve', approveSitePack],
  ['Withdraw', withdrawSitePack],
] as const)('%s asks first', async (label, endpoint) => {
  show(pack(4, { stage: 'few' }));
  const sent = answer(endpoint, undefined);
  await userEvent.click(await screen.findByRole('button', { name: `${label} version 4` }));
  expect(sent).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: label }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.url.pathname).toBe(`/api/admin/site-packs/4/${label.toLowerCase()}`);
});
