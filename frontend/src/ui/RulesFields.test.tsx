import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { buildPickerPage, buildRules, uuid } from '../../test/builders.ts';
import { RulesFields } from './RulesFields.tsx';

const pages = [buildPickerPage({ id: uuid(1), name: 'Bella Rose' }), buildPickerPage({ id: uuid(2), name: 'Luna' })];

function show(start = buildRules(), disabled = false) {
  const onChange = jest.fn();
  function Editor() {
    const [rules, setRules] = useState(start);
    return (
      <RulesFields
        rules={rules}
        pages={pages}
        tags={['vip', 'evening']}
        disabled={disabled}
        onChange={(next) => {
          onChange(next);
          setRules(next);
        }}
      />
    );
  }
  render(<Editor />);
  return { latest: () => onChange.mock.lastCall?.[0] };
}
const box = (name: string) => screen.getByRole('checkbox', { name });

test('a click selects a page or tag, and another click removes it', async () => {
  const { latest } = show();
  expect(screen.getByRole('group', { name: 'Target pages and tags' })).toBeInTheDocument();
  await userEvent.click(box('Bella Rose'));
  await userEvent.click(box('#vip'));
  expect(latest()).toEqual(buildRules({ target_pages: [uuid(1)], target_tags: ['vip'] }));
  expect(screen.getByText('1 page, 1 tag selected')).toBeInTheDocument();
  await userEvent.click(box('Bella Rose'));
  expect(latest()).toEqual(buildRules({ target_tags: ['vip'] }));
  expect(box('Bella Rose')).not.toBeChecked();
});

test('a selected tag is recognized in any case, and a click removes it', async () => {
  const { latest } = show(buildRules({ target_tags: ['VIP'] }));
  expect(box('#vip')).toBeChecked();
  await userEvent.click(box('#vip'));
  expect(latest().target_tags).toEqual([]);
});

test('a selected target that no longer exists can be removed', async () => {
  const { latest } = show(buildRules({ target_pages: [uuid(9)], target_tags: ['gone'] }));
  await userEvent.click(box('#gone'));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Unlinked page/ }));
  expect(latest()).toEqual(buildRules());
});

test('filters by text, and shows a message when nothing matches', async () => {
  show();
  const filter = screen.getByRole('searchbox', { name: 'Filter target pages and tags' });
  await userEvent.type(filter, 'VI');
  expect(screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)).toEqual(['#vip']);
  await userEvent.type(filter, 'xyz');
  expect(screen.getByText('No matching pages or tags found')).toBeInTheDocument();
});

test('fields for hours have their hints, and an invalid or negative value becomes 0', async () => {
  const { latest } = show(buildRules({ start_delay_hours: 5 }));
  const start = screen.getByRole('spinbutton', { name: 'Start delay (hours)' });
  expect(start).toHaveAttribute('min', '0');
  await userEvent.clear(start);
  expect(latest().start_delay_hours).toBe(0);
  await userEvent.type(start, '-4');
  expect(latest().start_delay_hours).toBe(0);
  await userEvent.clear(start);
  await userEvent.type(start, '24');
  expect(latest().start_delay_hours).toBe(24);
  expect(screen.getByRole('spinbutton', { name: 'Delay between tasks (hours)' })).toHaveAccessibleDescription('0 or 1');
  expect(screen.getByRole('spinbutton', { name: 'Duplication time (hours)' })).toHaveAccessibleDescription('0 or 12');
});

test('all fields are disabled while the form is disabled', () => {
  show(buildRules(), true);
  for (const control of [...screen.getAllByRole('checkbox'), ...screen.getAllByRole('spinbutton')]) {
    expect(control).toBeDisabled();
  }
});
