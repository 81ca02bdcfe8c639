import { fireEvent, screen, within } from '@testing-library/react';
import { advanceTime, edit, field, SAVE, switchToFiles, useSettingsPanel } from '../../../../test/assistantsTab.tsx';

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
