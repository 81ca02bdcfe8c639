import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { buildPickerPage, buildRules, uuid } from '../../test/builders.ts';
import { RulesFields } from './RulesFields.tsx';

const pages = [
  buildPickerPage({ id: uuid(1), name: 'Bella Rose', tags: ['vip'] }),
  buildPickerPage({ id: uuid(2), name: 'Luna' }),
];

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
const names = () => screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent);

test('filters by text, and shows a message when nothing matches [2.7-06, 2.7-07]', async () => {
  show();
  const filter = screen.getByRole('searchbox', { name: 'Filter target pages and tags' });
  await userEvent.type(filter, 'VI');
  expect(names()).toEqual(['#vip']);
  await userEvent.type(filter, 'xyz');
  expect(screen.getByText('No matching pages or tags found')).toBeInTheDocument();
});

test.each([
  ['Start delay (hours)', 'start_delay_hours', ''],
  ['Delay between tasks (hours)', 'delay_between_tasks_hours', '0 or 1'],
  ['Duplication time (hours)', 'duplication_time_hours', '0 or 12'],
] as const)('%s is an integer; an invalid or negative value becomes 0 [5-12]', (label, name, hint) => {
  const { latest } = show(buildRules({ [name]: 5 }));
  const hours = screen.getByRole('spinbutton', { name: label });
  expect(hours).toHaveAttribute('min', '0');
  expect(hours).toHaveAccessibleDescription(hint);
  for (const [typed, saved] of [
    ['3.9', 3],
    ['', 0],
    ['24', 24],
    ['-4', 0],
  ] as const) {
    fireEvent.change(hours, { target: { value: typed } });
    expect(latest()).toEqual(buildRules({ [name]: saved }));
  }
  fireEvent.blur(hours);
  expect(hours).toHaveValue(0);
});
