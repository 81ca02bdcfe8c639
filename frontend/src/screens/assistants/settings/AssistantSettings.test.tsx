import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { advanceTime, edit, field, SAVE, switchToFiles, useSettingsPanel } from '../../../../test/assistantsTab.tsx';
import { api } from '../../../data/api.ts';

const { state, saves, expectSaves, openPanel } = useSettingsPanel();

describe('autosave', () => {
  it.each([
    ['Name', 'Friday', { name: 'Friday' }],
    ['Start delay (hours)', '3', { posting_rules: { start_delay_hours: 3 }, preset_id: null, preset_name: null }],
    ['Reset timer after posts', '10,5', { reset_after_posts_list: [10, 5] }],
  ])('saves an edit of %p 1.5 seconds after the last keystroke [4.9-06, 9-23]', async (label, value, body) => {
    await openPanel();
    edit(label, `${value}1`);
    await advanceTime(1_400);
    edit(label, value);
    await advanceTime(1_499);
    expect(saves()).toEqual([]);
    await advanceTime(1);
    await expectSaves([body]);
  });

  it("shows 'Saved' for 1.5 seconds [2.7-13, 4.9-08, 9-24]", async () => {
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
  });

  it('saves the screenshot switch immediately [4.9-05]', async () => {
    await openPanel();
    switchToFiles();
    await advanceTime(0);
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

  it('shows what another tab has stored, also in a field that still has the focus, and keeps unsaved edits', async () => {
    const { store } = await openPanel();
    edit('Start delay (hours)', '12');
    edit('Reset timer after posts', '3');
    await advanceTime(1_500);
    await expectSaves([expect.objectContaining({ reset_after_posts_list: [3] })]);
    edit('Delay between tasks (hours)', '4');
    state.assistants = state.assistants.map((one) => ({
      ...one,
      name: 'Renamed elsewhere',
      posting_rules: { ...one.posting_rules, start_delay_hours: 11, delay_between_tasks_hours: 9 },
      reset_after_posts_list: [5],
      updatedAt: '2027-01-01T00:00:00.000Z',
    }));
    act(() => void store.dispatch(api.util.invalidateTags(['Assistant'])));
    await waitFor(() => expect(field('Name')).toHaveValue('Renamed elsewhere'));
    expect(field('Start delay (hours)')).toHaveValue(11);
    expect(field('Reset timer after posts')).toHaveValue('5');
    expect(field('Delay between tasks (hours)')).toHaveValue(4);
    await advanceTime(1_500);
    expect(saves()[1]).toEqual({ posting_rules: { delay_between_tasks_hours: 4 }, preset_id: null, preset_name: null });
  });

  it('saves nothing when the reset list is unchanged', async () => {
    await openPanel();
    fireEvent.blur(field('Reset timer after posts'));
    await advanceTime(5_000);
    expect(saves()).toEqual([]);
  });

  it('saves the edit when the tab is unmounted before the 1.5 seconds have passed', async () => {
    const { unmount, openAgain } = await openPanel();
    edit('Name', 'Left behind');
    unmount();
    await advanceTime(1_500);
    await expectSaves([{ name: 'Left behind' }]);
    openAgain();
    expect(await screen.findByLabelText('Name')).toHaveValue('Left behind');
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

  it("shows 'Failed to save settings' with the reason, keeps the edit and saves it again on Retry", async () => {
    state.refusals[SAVE] = { status: 503, body: { error: 'Back soon.', code: 'unavailable' } };
    await openPanel();
    edit('Name', 'Friday');
    await advanceTime(1_500);
    expect(await screen.findByText('Failed to save settings: Back soon.')).toBeVisible();
    expect(field('Name')).toHaveValue('Friday');
    state.refusals = {};
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    await expectSaves([{ name: 'Friday' }, { name: 'Friday' }]);
  });
});
