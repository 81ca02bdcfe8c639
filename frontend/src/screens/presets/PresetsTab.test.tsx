import { createPreset, deletePreset, listPickerPages, listPresets, updatePreset } from '@flyerdeck/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPickerPage, buildPreset, buildRules, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { api } from '../../data/api.ts';
import PresetsTab from './PresetsTab.tsx';

useApiServer();
beforeEach(() => {
  answer(listPickerPages, { pages: [buildPickerPage({ id: uuid(1), name: 'Bella Rose' })], tags: ['vip'] });
});

const nightly = buildPreset({ id: uuid(30), name: 'Nightly' });
const weekend = buildPreset({ id: uuid(31), name: 'Weekend' });
const show = () => renderScreen(<PresetsTab search="" />);
const button = (name: string) => screen.getByRole('button', { name });
const nameField = () => screen.getByRole('textbox', { name: 'Preset name' });
const createButton = () => screen.findByRole('button', { name: 'Create Preset' });

function PresetsTabWithSearch() {
  const [search, setSearch] = useState('');
  return (
    <>
      <input aria-label="Search" onChange={(event) => setSearch(event.target.value)} />
      <PresetsTab search={search} />
    </>
  );
}
const search = (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } });

test('lists presets, filters them by name, ignoring upper and lower case, and says when none matches or there are none [2.9-01, 2.9-05, 2.9-06, 2.9-07]', async () => {
  answer(listPresets, [nightly, weekend]);
  const { store } = renderScreen(<PresetsTabWithSearch />);
  const names = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
  await waitFor(() => expect(names()).toEqual(['Nightly', 'Weekend']));
  search('WEEK');
  expect(names()).toEqual(['Weekend']);
  search('x');
  expect(screen.getByText('No presets match your search.')).toBeInTheDocument();
  search('');
  answer(listPresets, []);
  act(() => void store.dispatch(api.util.invalidateTags(['Preset'])));
  expect(await screen.findByText('No presets found. Create your first preset!')).toBeInTheDocument();
});

test('creates a preset with pages, tags and hours [2.9-02]', async () => {
  let presets = [nightly];
  answer(listPresets, () => presets);
  const sent = answer(createPreset, () => {
    presets = [nightly, weekend];
    return weekend;
  });
  show();
  await userEvent.click(await createButton());
  expect(screen.getByRole('form', { name: 'Create preset' })).toBeInTheDocument();
  await userEvent.type(nameField(), '  Weekend ');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Bella Rose' }));
  await userEvent.click(screen.getByRole('checkbox', { name: '#vip' }));
  const between = screen.getByRole('spinbutton', { name: 'Delay between tasks (hours)' });
  await userEvent.clear(between);
  await userEvent.type(between, '1');
  await userEvent.click(button('Save Preset'));
  expect(await screen.findByRole('article', { name: 'Weekend' })).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({
    name: 'Weekend',
    rules: buildRules({ target_pages: [uuid(1)], target_tags: ['vip'], delay_between_tasks_hours: 1 }),
  });
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test('requires a name and disables Save Preset without one [5-10, 5-11]', async () => {
  answer(listPresets, []);
  show();
  await userEvent.click(await createButton());
  expect(button('Save Preset')).toBeDisabled();
  expect(screen.queryByText('Preset name is required')).not.toBeInTheDocument();
  await userEvent.type(nameField(), '   ');
  expect(screen.getByText('Preset name is required')).toBeInTheDocument();
  expect(button('Save Preset')).toBeDisabled();
  await userEvent.type(nameField(), 'Weekend');
  expect(screen.queryByText('Preset name is required')).not.toBeInTheDocument();
  expect(button('Save Preset')).toBeEnabled();
});

test('opens one form at a time: the buttons to create and edit presets are disabled while a form is open, and an edited preset is sent [2.9-02, 2.9-03, 4.10-01]', async () => {
  answer(listPresets, [nightly, weekend]);
  show();
  await screen.findByRole('article', { name: 'Nightly' });
  const openingButtons = ['Create Preset', 'Edit Nightly', 'Edit Weekend'];
  for (const openingButton of openingButtons) {
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    for (const name of openingButtons) expect(button(name)).toBeEnabled();
    fireEvent.click(button(openingButton));
    expect(screen.getAllByRole('form')).toHaveLength(1);
    const shown = openingButtons.filter((name) => screen.queryByRole('button', { name }));
    // The edited preset is shown as a form.
    expect(shown).toEqual(openingButtons.filter((name) => name !== openingButton || name === 'Create Preset'));
    for (const name of shown) expect(button(name)).toBeDisabled();
    fireEvent.click(button('Cancel'));
  }
  const sent = answer(updatePreset, { ...nightly, name: 'Every night' });
  fireEvent.click(button('Edit Nightly'));
  expect(nameField()).toHaveValue('Nightly');
  fireEvent.change(nameField(), { target: { value: 'Every night' } });
  fireEvent.click(button('Save Preset'));
  await waitFor(() => expect(button('Edit Weekend')).toBeEnabled());
  expect(sent.map(({ url, body }) => [url.pathname, body])).toMatchObject([
    [`/api/presets/${uuid(30)}`, { name: 'Every night' }],
  ]);
});

test('keeps the form open and shows an error when saving fails [8.3-02]', async () => {
  answer(listPresets, []);
  refuse(createPreset, 500);
  show();
  await userEvent.click(await createButton());
  await userEvent.type(nameField(), 'Weekend');
  await userEvent.click(button('Save Preset'));
  const form = within(screen.getByRole('form'));
  expect(within(await form.findByRole('alert')).getByText('Failed to save preset')).toBeInTheDocument();
  expect(nameField()).toHaveValue('Weekend');
});

const openDeleteDialog = async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Nightly' }));
  return within(await screen.findByRole('dialog', { name: 'Delete preset?' }));
};

test('deleting asks for confirmation, sends no request after Cancel, and removes the preset after Delete [2.9-04]', async () => {
  answer(listPresets, [nightly]);
  const sent = answer(deletePreset, undefined);
  await userEvent.click((await openDeleteDialog()).getByRole('button', { name: 'Cancel' }));
  expect(sent).toHaveLength(0);
  expect(screen.getByRole('article', { name: 'Nightly' })).toBeInTheDocument();
  await userEvent.click(button('Delete Nightly'));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No presets found. Create your first preset!')).toBeInTheDocument();
});

test('deleting shows an error in the card of the preset when deleting fails [8.3-03]', async () => {
  answer(listPresets, [nightly]);
  refuse(deletePreset, 503);
  await userEvent.click((await openDeleteDialog()).getByRole('button', { name: 'Delete' }));
  const card = within(screen.getByRole('article', { name: 'Nightly' }));
  expect(within(await card.findByRole('alert')).getByText('Failed to delete preset')).toBeInTheDocument();
});

test('shows an error when the presets cannot be fetched [8.3-01]', async () => {
  refuse(listPresets, 500);
  show();
  expect(within(await screen.findByRole('alert')).getByText('Failed to fetch presets')).toBeInTheDocument();
});
