import { fireEvent, screen } from '@testing-library/react';
import { buildRules } from '../testing/assistantFixtures.ts';
import { advanceTime, edit, field, useSettingsPanel } from '../testing/settingsPanel.ts';

const { expectSaves, openPanel } = useSettingsPanel();

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

it('the target picker filters by text and shows a message when nothing matches [2.7-06, 2.7-07]', async () => {
  await openPanel();
  edit('Filter target pages and tags', 'LUNA');
  expect(box('Luna')).toBeVisible();
  expect(box('#vip')).not.toBeInTheDocument();
  edit('Filter target pages and tags', 'zzz');
  expect(box('Luna')).not.toBeInTheDocument();
  expect(screen.getByText('No matching pages or tags found')).toBeVisible();
});

it('hours are saved as integers [5-12]', async () => {
  await openPanel();
  edit('Start delay (hours)', '3.9');
  edit('Delay between tasks (hours)', '4.9');
  edit('Duplication time (hours)', '5.9');
  await advanceTime(1_500);
  const hours = { start_delay_hours: 3, delay_between_tasks_hours: 4, duplication_time_hours: 5 };
  await expectSaves([{ posting_rules: buildRules(hours), preset_id: null, preset_name: null }]);
});

it.each([
  ['invalid', ''],
  ['negative', '-5'],
])('%s hours are saved and shown as 0 [5-12]', async (_kind, typed) => {
  const hours = { start_delay_hours: 8, delay_between_tasks_hours: 8, duplication_time_hours: 8 };
  await openPanel({ posting_rules: buildRules(hours) });
  for (const label of ['Start delay (hours)', 'Delay between tasks (hours)', 'Duplication time (hours)']) {
    expect(field(label)).toHaveAttribute('min', '0');
    edit(label, typed);
    fireEvent.blur(field(label));
    expect(field(label)).toHaveValue(0);
  }
  await advanceTime(1_500);
  await expectSaves([{ posting_rules: buildRules(), preset_id: null, preset_name: null }]);
});
