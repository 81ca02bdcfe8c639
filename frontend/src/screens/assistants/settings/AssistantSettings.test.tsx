import { fireEvent, screen, within } from '@testing-library/react';
import { buildPreset, buildRules } from '../../../../test/assistantsServer.ts';
import { advanceTime, edit, field, SAVE, switchToFiles, useSettingsPanel } from '../../../../test/assistantsTab.tsx';

describe('settings', () => {
  const { state, saves, expectSaves, openPanel } = useSettingsPanel();

  it("saves the screenshot switch immediately and shows 'Saved' for 1.5 seconds [2.7-13, 4.9-05, 4.9-08, 9-24]", async () => {
    await openPanel();
    switchToFiles();
    await advanceTime(0);
    // The store notifies the screen within one frame.
    await advanceTime(20);
    expect(screen.getByText('Saved')).toBeVisible();
    await advanceTime(1_479);
    expect(screen.getByText('Saved')).toBeVisible();
    await advanceTime(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    await expectSaves([{ screenshot_as_file: true }]);
    expect(screen.getByRole('switch')).toBeChecked();
  });

  it('saves the reset list immediately when its field loses the focus [4.9-07, 5-13]', async () => {
    await openPanel();
    edit('Reset timer after posts', '10, x, -3, 5.7, 20,');
    expect(saves()).toEqual([]);
    fireEvent.blur(field('Reset timer after posts'));
    await advanceTime(0);
    await expectSaves([{ reset_after_posts_list: [10, 5, 20] }]);
    expect(field('Reset timer after posts')).toHaveValue('10,5,20');
    await advanceTime(5_000);
    expect(saves()).toHaveLength(1);
  });

  it('makes the browser ask before closing only while an edit is unsaved', async () => {
    const closesWithoutPrompt = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    const { unmount } = await openPanel();
    expect(closesWithoutPrompt()).toBe(true);
    edit('Name', 'Friday');
    unmount();
    expect(closesWithoutPrompt()).toBe(false);
    await advanceTime(1_500);
    expect(closesWithoutPrompt()).toBe(true);
  });

  it("shows 'Failed to save settings' in an alert of the assistant [8.3-09, 8.3-11]", async () => {
    state.refusals[SAVE] = { status: 500 };
    await openPanel();
    switchToFiles();
    const alert = await within(screen.getByRole('article', { name: 'Evening promo' })).findByRole('alert');
    expect(within(alert).getByText('Failed to save settings')).toBeVisible();
  });
});

describe('rule mode', () => {
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
    ['target tag', () => clickTarget('#vip'), { target_tags: ['weekend', 'vip'] }],
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
});

describe('fields', () => {
  const { openPanel } = useSettingsPanel();

  const box = (name: string) => screen.queryByRole('checkbox', { name });

  it('the panel shows the target picker, the hours with their hints, the reset list and the screenshot switch [2.7-05, 2.7-08, 2.7-09, 2.7-10, 2.7-11, 2.7-12]', async () => {
    await openPanel({ posting_rules: buildRules({ target_pages: ['page-1'], target_tags: [], start_delay_hours: 2 }) });
    expect(screen.getByRole('group', { name: 'Target pages and tags' })).toBeVisible();
    expect(box('Luna')).toBeChecked();
    expect(box('#vip')).not.toBeChecked();
    expect(field('Start delay (hours)')).toHaveValue(2);
    expect(field('Delay between tasks (hours)')).toHaveAccessibleDescription('0 or 1');
    expect(field('Duplication time (hours)')).toHaveAccessibleDescription('0 or 12');
    expect(field('Reset timer after posts').placeholder).toBe('example 10,5,20');
    expect(screen.getByRole('switch', { name: 'Send screenshots as files' })).not.toBeChecked();
  });
});
