import { setImmediate } from 'node:timers/promises';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildAssistant, buildPreset, buildRules } from '../testing/assistantFixtures.ts';
import { useAssistantsServer } from '../testing/assistantsServer.ts';
import { renderAssistantsTab } from '../testing/renderAssistantsTab.tsx';

const { state, bodiesOf, countOf, hold } = useAssistantsServer();
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Turns of the event loop in which a call of these tests is through. */
const NETWORK_TURNS = 20;
const SAVE = 'PUT /api/assistants/a1';
const saves = () => bodiesOf(SAVE);
/** Lets time pass and whatever was sent meanwhile arrive. */
const pass = (milliseconds: number) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    for (let turn = 0; turn < NETWORK_TURNS; turn++) await setImmediate();
  });
const expectSaves = (bodies: unknown[]) => waitFor(() => expect(saves()).toEqual(bodies));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const edit = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const switchToFiles = () => fireEvent.click(screen.getByRole('switch', { name: 'Send screenshots as files' }));

async function openPanel(fields: Parameters<typeof buildAssistant>[0] = {}) {
  state.assistants = [buildAssistant(fields)];
  const view = renderAssistantsTab();
  await screen.findByLabelText('Rule mode');
  await screen.findByRole('checkbox', { name: '#vip' });
  return view;
}

describe('autosave', () => {
  it.each([
    ['Name', 'Friday', { name: 'Friday' }],
    [
      'Start delay (hours)',
      '3',
      { posting_rules: buildRules({ start_delay_hours: 3 }), preset_id: null, preset_name: null },
    ],
    ['Reset timer after posts', '10,5', { reset_after_posts_list: [10, 5] }],
  ])('saves an edit of %p 1.5 seconds after the last keystroke', async (label, value, body) => {
    await openPanel();
    edit(label, `${value}1`);
    await pass(1_400);
    edit(label, value);
    await pass(1_499);
    expect(saves()).toEqual([]);
    await pass(1);
    await expectSaves([body]);
  });

  it('saves a chosen target 1.5 seconds later', async () => {
    await openPanel();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Luna' }));
    await pass(1_500);
    await expectSaves([
      { posting_rules: buildRules({ target_pages: ['page-1'] }), preset_id: null, preset_name: null },
    ]);
  });

  it("shows 'Saved' for 1.5 seconds", async () => {
    await openPanel();
    switchToFiles();
    expect(await screen.findByText('Saved')).toBeVisible();
    await pass(1_500);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('saves the screenshot switch at once', async () => {
    await openPanel();
    switchToFiles();
    await pass(0);
    await expectSaves([{ screenshot_as_file: true }]);
    expect(screen.getByRole('switch')).toBeChecked();
  });

  it('saves the reset list at once when its field is left', async () => {
    await openPanel();
    edit('Reset timer after posts', '10, x, -4, 5,');
    fireEvent.blur(field('Reset timer after posts'));
    await pass(0);
    await expectSaves([{ reset_after_posts_list: [10, 5] }]);
    expect(field('Reset timer after posts')).toHaveValue('10,5');
    await pass(5_000);
    expect(saves()).toHaveLength(1);
  });

  it('saves nothing when the reset list is left as it was', async () => {
    await openPanel();
    fireEvent.blur(field('Reset timer after posts'));
    await pass(5_000);
    expect(saves()).toEqual([]);
  });

  it('keeps an edit made while a save is in flight, and saves it after', async () => {
    await openPanel();
    const letGo = hold(SAVE);
    edit('Name', 'A');
    await pass(1_500);
    edit('Name', 'AB');
    letGo();
    await pass(0);
    await waitFor(() => expect(state.assistants[0]?.name).toBe('A'));
    expect(field('Name')).toHaveValue('AB');
    await pass(1_500);
    await expectSaves([{ name: 'A' }, { name: 'AB' }]);
    await pass(2_000);
    expect(field('Name')).toHaveValue('AB');
    expect(state.assistants[0]?.name).toBe('AB');
  });

  it('is not set back by a list that was asked for before the save', async () => {
    const { store } = await openPanel();
    const older = state.assistants;
    edit('Name', 'Newer');
    await pass(1_500);
    await waitFor(() => expect(state.assistants[0]?.name).toBe('Newer'));
    state.assistants = older;
    const { assistantsApi } = await import('../../../data/assistants/assistantsApi.ts');
    await act(async () => {
      await store.dispatch(assistantsApi.endpoints.listAssistants.initiate(undefined, { forceRefetch: true }));
    });
    expect(field('Name')).toHaveValue('Newer');
  });

  it('goes through although the tab was left before the quiet period ended', async () => {
    const { unmount, openAgain } = await openPanel();
    edit('Name', 'Left behind');
    unmount();
    await pass(1_500);
    await expectSaves([{ name: 'Left behind' }]);
    openAgain();
    expect(await screen.findByLabelText('Name')).toHaveValue('Left behind');
  });

  it('has the browser ask before it closes on an edit that is not saved, and only then', async () => {
    const closes = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    const { unmount } = await openPanel();
    expect(closes()).toBe(true);
    edit('Name', 'Friday');
    unmount();
    expect(closes()).toBe(false);
    await pass(1_500);
    expect(closes()).toBe(true);
  });

  it("says 'Failed to save settings' with the reason, keeps the edit, and saves it again on demand", async () => {
    state.refusals[SAVE] = { status: 503, body: { error: 'Back soon.', code: 'unavailable' } };
    await openPanel();
    edit('Name', 'Friday');
    await pass(1_500);
    expect(await screen.findByText('Failed to save settings: Back soon.')).toBeVisible();
    expect(field('Name')).toHaveValue('Friday');
    state.refusals = {};
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    await expectSaves([{ name: 'Friday' }, { name: 'Friday' }]);
  });
});

describe('rule mode', () => {
  const weekend = buildPreset();
  const onWeekend = {
    selected_preset_id: weekend.id,
    selected_preset_name: weekend.name,
    posting_rules: weekend.rules,
  };
  beforeEach(() => {
    state.presets = [weekend];
  });

  it('offers Custom and every preset by name', async () => {
    await openPanel();
    await screen.findByRole('option', { name: 'Weekend' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Custom', 'Weekend']);
    expect(screen.getByLabelText('Rule mode')).toHaveDisplayValue('Custom');
  });

  it('applies the rules of a chosen preset and saves at once', async () => {
    await openPanel();
    await screen.findByRole('option', { name: 'Weekend' });
    edit('Rule mode', weekend.id);
    await pass(0);
    await expectSaves([{ posting_rules: weekend.rules, preset_id: weekend.id, preset_name: 'Weekend' }]);
    expect(field('Start delay (hours)')).toHaveValue(2);
    expect(screen.getByLabelText('Rule mode')).toHaveDisplayValue('Weekend');
  });

  it('clears the preset at once when Custom is chosen', async () => {
    await openPanel(onWeekend);
    await screen.findByRole('option', { name: 'Weekend' });
    edit('Rule mode', '');
    await pass(0);
    await expectSaves([{ preset_id: null, preset_name: null }]);
  });

  it('falls to Custom as soon as a rule field is edited', async () => {
    await openPanel(onWeekend);
    edit('Duplication time (hours)', '12');
    expect(screen.getByLabelText('Rule mode')).toHaveDisplayValue('Custom');
    await pass(1_500);
    await expectSaves([
      { posting_rules: { ...weekend.rules, duplication_time_hours: 12 }, preset_id: null, preset_name: null },
    ]);
  });

  it('stays on the preset when the name or the reset list is edited', async () => {
    await openPanel(onWeekend);
    edit('Name', 'Friday');
    edit('Reset timer after posts', '3');
    await pass(1_500);
    await expectSaves([{ name: 'Friday', reset_after_posts_list: [3] }]);
    expect(screen.getByLabelText('Rule mode')).toHaveDisplayValue('Weekend');
  });

  it("takes a refused preset back and says 'Failed to apply preset'", async () => {
    state.refusals[SAVE] = { status: 422, body: { error: 'This preset is gone.', code: 'preset.not_found' } };
    await openPanel();
    await screen.findByRole('option', { name: 'Weekend' });
    edit('Rule mode', weekend.id);
    expect(await screen.findByText('Failed to apply preset: This preset is gone.')).toBeVisible();
    expect(screen.getByLabelText('Rule mode')).toHaveDisplayValue('Custom');
    expect(field('Start delay (hours)')).toHaveValue(0);
  });

  it("says 'Failed to switch to custom mode' when that is refused", async () => {
    state.refusals[SAVE] = { status: 500 };
    await openPanel(onWeekend);
    await screen.findByRole('option', { name: 'Weekend' });
    edit('Rule mode', '');
    expect(await screen.findByText('Failed to switch to custom mode')).toBeVisible();
  });

  it("says 'Failed to fetch presets' when they cannot be had", async () => {
    state.refusals['GET /api/presets'] = { status: 500 };
    await openPanel();
    expect(await screen.findByText('Failed to fetch presets')).toBeVisible();
  });
});

it('asks for nothing more once everything is saved', async () => {
  await openPanel();
  switchToFiles();
  await pass(0);
  await pass(30_000);
  expect(countOf(SAVE)).toBe(1);
});
