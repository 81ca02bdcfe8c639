import { buildPreset, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { presetsSlice, selectAllPresets, type WithPresets } from './presetsSlice.ts';

const fold = (...actions: readonly Parameters<typeof presetsSlice.reducer>[1][]): WithPresets => ({
  presets: actions.reduce(presetsSlice.reducer, presetsSlice.getInitialState()),
});
const listed = fulfilled('listPresets', [buildPreset({ id: uuid(2) }), buildPreset({ id: uuid(1) })]);
const ids = (state: WithPresets) => selectAllPresets(state).map((preset) => preset.id);

test('keeps the order of the server and removes presets that are no longer listed', () => {
  expect(ids(fold(listed))).toEqual([uuid(2), uuid(1)]);
  expect(ids(fold(listed, fulfilled('listPresets', [buildPreset({ id: uuid(1) })])))).toEqual([uuid(1)]);
});

test('stores created, changed and deleted presets', () => {
  const created = fold(listed, fulfilled('createPreset', buildPreset({ id: uuid(3) })));
  expect(ids(created)).toEqual([uuid(2), uuid(1), uuid(3)]);
  const changed = fold(listed, fulfilled('updatePreset', buildPreset({ id: uuid(1), name: 'Renamed' })));
  expect(changed.presets.entities[uuid(1)]?.name).toBe('Renamed');
  expect(ids(fold(listed, fulfilled('deletePreset', null, { args: { id: uuid(2) } })))).toEqual([uuid(1)]);
});

test('is empty after the session has ended', () => {
  expect(ids(fold(listed, sessionEnded()))).toEqual([]);
});
