import { createPreset, deletePreset, listPickerPages, listPresets, updatePreset } from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPickerPage, buildPreset, buildRules, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import PresetsTab from './PresetsTab.tsx';

useApiServer();
beforeEach(() => {
  answer(listPickerPages, { pages: [buildPickerPage({ id: uuid(1), name: 'Bella Rose' })], tags: ['vip'] });
});

const nightly = buildPreset({ id: uuid(30), name: 'Nightly' });
const weekend = buildPreset({ id: uuid(31), name: 'Weekend' });
const show = (search = '') => renderScreen(<PresetsTab search={search} />);
const button = (name: string) => screen.getByRole('button', { name });
const createButton = () => screen.findByRole('button', { name: 'Create Preset' });

test('lists presets and filters them by name, whatever the case', async () => {
  answer(listPresets, [nightly, weekend]);
  const { unmount } = show();
  expect(await screen.findByRole('article', { name: 'Nightly' })).toBeInTheDocument();
  expect(screen.getByRole('article', { name: 'Weekend' })).toBeInTheDocument();
  unmount();
  show('WEEK');
  expect(await screen.findByRole('article', { name: 'Weekend' })).toBeInTheDocument();
  expect(screen.queryByRole('article', { name: 'Nightly' })).not.toBeInTheDocument();
});

test('says that there are no presets, or that none matches', async () => {
  answer(listPresets, []);
  const { unmount } = show();
  expect(await screen.findByText('No presets found. Create your first preset!')).toBeInTheDocument();
  unmount();
  answer(listPresets, [nightly]);
  show('weekend');
  expect(await screen.findByText('No presets match your search.')).toBeInTheDocument();
});

test('creates a preset with pages, tags and hours', async () => {
  let presets = [nightly];
  answer(listPresets, () => presets);
  const sent = answer(createPreset, () => {
    presets = [nightly, weekend];
    return weekend;
  });
  show();
  await userEvent.click(await createButton());
  await userEvent.type(screen.getByRole('textbox', { name: 'Preset name' }), '  Weekend ');
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

test('asks for a name and saves nothing without one', async () => {
  answer(listPresets, []);
  show();
  await userEvent.click(await createButton());
  expect(button('Save Preset')).toBeDisabled();
  expect(screen.queryByText('Preset name is required')).not.toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: 'Preset name' }), '   ');
  expect(screen.getByText('Preset name is required')).toBeInTheDocument();
  expect(button('Save Preset')).toBeDisabled();
});

test('edits one preset at a time: create and edit are disabled meanwhile', async () => {
  answer(listPresets, [nightly, weekend]);
  const sent = answer(updatePreset, { ...nightly, name: 'Every night' });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Nightly' }));
  expect(await createButton()).toBeDisabled();
  expect(button('Edit Weekend')).toBeDisabled();
  const name = screen.getByRole('textbox', { name: 'Preset name' });
  expect(name).toHaveValue('Nightly');
  await userEvent.clear(name);
  await userEvent.type(name, 'Every night');
  await userEvent.click(button('Save Preset'));
  await waitFor(() => expect(button('Edit Weekend')).toBeEnabled());
  expect(sent[0]?.url.pathname).toBe(`/api/presets/${uuid(30)}`);
  expect(sent[0]?.body).toMatchObject({ name: 'Every night' });
});

test('keeps the form open and says what went wrong when saving fails', async () => {
  answer(listPresets, []);
  refuse(createPreset, 500);
  show();
  await userEvent.click(await createButton());
  await userEvent.type(screen.getByRole('textbox', { name: 'Preset name' }), 'Weekend');
  await userEvent.click(button('Save Preset'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save preset');
  expect(screen.getByRole('textbox', { name: 'Preset name' })).toHaveValue('Weekend');
});

describe('deleting', () => {
  const ask = async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Nightly' }));
    return within(await screen.findByRole('dialog', { name: 'Delete preset?' }));
  };

  test('asks first, and does nothing when the person cancels', async () => {
    answer(listPresets, [nightly]);
    const sent = answer(deletePreset, undefined);
    await userEvent.click((await ask()).getByRole('button', { name: 'Cancel' }));
    expect(sent).toHaveLength(0);
    expect(screen.getByRole('article', { name: 'Nightly' })).toBeInTheDocument();
  });

  test('removes the preset', async () => {
    answer(listPresets, [nightly]);
    answer(deletePreset, undefined);
    await userEvent.click((await ask()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No presets found. Create your first preset!')).toBeInTheDocument();
  });

  test('says what went wrong beside the preset', async () => {
    answer(listPresets, [nightly]);
    refuse(deletePreset, 503);
    await userEvent.click((await ask()).getByRole('button', { name: 'Delete' }));
    expect(await within(screen.getByRole('article', { name: 'Nightly' })).findByRole('alert')).toHaveTextContent(
      'Failed to delete preset',
    );
  });
});

test('says that the presets cannot be fetched', async () => {
  refuse(listPresets, 500);
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch presets');
});

function Searchable() {
  const [search, setSearch] = useState('');
  return (
    <>
      <input aria-label="Search" onChange={(event) => setSearch(event.target.value)} />
      <PresetsTab search={search} />
    </>
  );
}

test.each(['weekend', 'no such preset'])('searching for %s leaves the open form with its edits', async (search) => {
  answer(listPresets, [nightly, weekend]);
  renderScreen(<Searchable />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Nightly' }));
  const name = screen.getByRole('textbox', { name: 'Preset name' });
  await userEvent.type(name, ' draft');
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), search);
  expect(screen.getByRole('textbox', { name: 'Preset name' })).toBe(name);
  expect(name).toHaveValue('Nightly draft');
});
