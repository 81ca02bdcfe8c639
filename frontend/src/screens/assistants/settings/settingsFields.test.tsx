import { screen } from '@testing-library/react';
import { buildRules } from '../../../../test/assistantsServer.ts';
import { field, useSettingsPanel } from '../../../../test/assistantsTab.tsx';

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
