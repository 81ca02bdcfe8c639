import { fireEvent, screen } from '@testing-library/react';
import { buildPreset } from '../../../../test/assistantsServer.ts';
import { advanceTime, edit, field, SAVE, useSettingsPanel } from '../../../../test/assistantsTab.tsx';

const { state, expectSaves, openPanel } = useSettingsPanel();

const weekend = buildPreset();
const withWeekendPreset = {
  selected_preset_id: weekend.id,
  selected_preset_name: weekend.name,
  posting_rules: weekend.rules,
};
beforeEach(() => {
  state.presets = [weekend];
});
const clickTarget = (target: string) => fireEvent.click(screen.getByRole('checkbox', { name: target }));

it('lists Custom and the name of every preset, applies the rules of a chosen one and saves immediately [2.7-04, 4.9-01, 4.9-02]', async () => {
  await openPanel();
  await screen.findByRole('option', { name: 'Weekend' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Custom', 'Weekend']);
  expect(field('Rule mode')).toHaveDisplayValue('Custom');
  edit('Rule mode', weekend.id);
  await advanceTime(0);
  await expectSaves([{ posting_rules: weekend.rules, preset_id: weekend.id, preset_name: 'Weekend' }]);
  expect(field('Start delay (hours)')).toHaveValue(2);
  expect(field('Rule mode')).toHaveDisplayValue('Weekend');
});

it('clears the preset immediately when Custom is chosen [4.9-04]', async () => {
  await openPanel(withWeekendPreset);
  await screen.findByRole('option', { name: 'Weekend' });
  edit('Rule mode', '');
  await advanceTime(0);
  await expectSaves([{ preset_id: null, preset_name: null }]);
});

it.each([
  ['target page', () => clickTarget('Luna'), { target_pages: ['page-1'] }],
  ['target tag', () => clickTarget('#vip'), { target_tags: ['weekend', 'vip'] }],
  ['start delay', () => edit('Start delay (hours)', '7'), { start_delay_hours: 7 }],
  ['delay between tasks', () => edit('Delay between tasks (hours)', '7'), { delay_between_tasks_hours: 7 }],
  ['duplication time', () => edit('Duplication time (hours)', '7'), { duplication_time_hours: 7 }],
])('clears the preset when the %s is edited [4.9-03]', async (_field, act, changes) => {
  await openPanel(withWeekendPreset);
  expect(field('Rule mode')).toHaveDisplayValue('Weekend');
  act();
  expect(field('Rule mode')).toHaveDisplayValue('Custom');
  await advanceTime(1_500);
  await expectSaves([{ posting_rules: changes, preset_id: null, preset_name: null }]);
});

it("restores the previous rules and shows 'Failed to apply preset' when the server refuses the preset [8.3-12]", async () => {
  state.refusals[SAVE] = { status: 422, body: { error: 'This preset is gone.', code: 'preset.not_found' } };
  await openPanel();
  await screen.findByRole('option', { name: 'Weekend' });
  edit('Rule mode', weekend.id);
  expect(await screen.findByText('Failed to apply preset: This preset is gone.')).toBeVisible();
  expect(field('Rule mode')).toHaveDisplayValue('Custom');
  expect(field('Start delay (hours)')).toHaveValue(0);
});

it("shows 'Failed to switch to custom mode' when the server refuses to clear the preset [8.3-13]", async () => {
  state.refusals[SAVE] = { status: 500 };
  await openPanel(withWeekendPreset);
  await screen.findByRole('option', { name: 'Weekend' });
  edit('Rule mode', '');
  expect(await screen.findByText('Failed to switch to custom mode')).toBeVisible();
});
