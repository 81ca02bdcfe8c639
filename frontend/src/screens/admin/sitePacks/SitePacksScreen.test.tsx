import { listSitePacks, type PublishedPack, publishSitePack, undoSitePack } from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import SitePacksScreen from './SitePacksScreen.tsx';

useApiServer();

const pack = (version: number, changes: Partial<PublishedPack> = {}): PublishedPack => ({
  version,
  owner: null,
  published_at: '2026-03-01T12:00:00.000Z',
  undone_at: null,
  is_current: true,
  pages_count: 40,
  misses: [],
  ...changes,
});
const show = (...packs: PublishedPack[]) => {
  const requests = answer(listSitePacks, { packs });
  renderScreen(<SitePacksScreen />);
  return requests;
};
const rowOf = async (version: number) =>
  (await screen.findByRole('cell', { name: `${version}` })).closest('tr') as HTMLElement;

test('shows for whom each pack is, whether it is current, and which pages miss what', async () => {
  show(
    pack(4, { owner: { telegram_id: '7', name: 'Anna Bell' }, pages_count: 2 }),
    pack(3, { is_current: false, undone_at: '2026-03-02T12:00:00.000Z', pages_count: 0 }),
    pack(2, {
      misses: [
        { element: 'steps.5.publish', pages: 12, report_id: 'a' },
        { element: 'form', pages: 1, report_id: null },
      ],
    }),
  );
  expect((await rowOf(4)).textContent).toMatch(/Anna Bell.*Current2 pages–/);
  expect((await rowOf(3)).textContent).toMatch(/All pages.*Undone Mar 2.*0 pages/);
  expect(within(await rowOf(3)).queryByRole('button')).not.toBeInTheDocument();
  expect((await rowOf(2)).textContent).toContain(
    '12 pages: the post button (step 6)Structure1 page: the form of the new post',
  );
});

test.each([
  ['', 'Publish to All Pages', {}, 'all pages'],
  ['7', 'Publish to One Owner', { telegram_id: '7' }, 'the pages of 7'],
])('publishes a pasted pack (owner "%s") and reads the list again', async (owner, label, scope, pages) => {
  const requests = show();
  const sent = answer(publishSitePack, { version: 5 });
  if (owner) await userEvent.type(await screen.findByRole('textbox', { name: 'Telegram ID of one owner' }), owner);
  const publish = await screen.findByRole('button', { name: label });
  expect(publish).toBeDisabled();
  await userEvent.click(screen.getByRole('textbox', { name: 'Pack as JSON' }));
  await userEvent.paste('{"version": 5}');
  await userEvent.click(publish);
  expect(await screen.findByText(`Version 5 is published to ${pages}.`)).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ text: '{"version": 5}', ...scope });
  expect(screen.getByRole('textbox', { name: 'Pack as JSON' })).toHaveValue('');
  await waitFor(() => expect(requests).toHaveLength(2));
});

test('shows each sentence of the server about a wrong pack, and keeps the text', async () => {
  show();
  refuse(publishSitePack, 422, {
    error: "'code': Unexpected property.\n'version': Expected integer.",
    code: 'site_pack.refused',
  });
  await userEvent.click(await screen.findByRole('textbox', { name: 'Pack as JSON' }));
  await userEvent.paste('{}');
  await userEvent.click(screen.getByRole('button', { name: 'Publish to All Pages' }));
  expect(await screen.findByText("'code': Unexpected property.")).toBeInTheDocument();
  expect(screen.getByText("'version': Expected integer.")).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Pack as JSON' })).toHaveValue('{}');
});

test('Undo asks first, and names the version and its owner', async () => {
  show(pack(4, { owner: { telegram_id: '7', name: '' } }));
  const sent = answer(undoSitePack, { version: 3 });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo version 4' }));
  expect(sent).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ version: 4, telegram_id: '7' });
});
