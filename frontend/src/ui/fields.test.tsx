import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { buildPickerPage, buildRules, uuid } from '../../test/builders.ts';
import { RulesFields } from './RulesFields.tsx';
import { TabBar } from './TabBar.tsx';
import { TagsInput } from './TagsInput.tsx';

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

const TABS = [
  { key: 'one', label: 'One' },
  { key: 'two', label: 'Two' },
  { key: 'three', label: 'Three' },
];

function Tabs() {
  const [active, setActive] = useState('one');
  return <TabBar id="test" label="Numbers" tabs={TABS} active={active} onSelect={setActive} />;
}
const tab = (name: string) => screen.getByRole('tab', { name });

test('arrow keys, Home and End focus and select tabs, and the arrows wrap around', async () => {
  render(<Tabs />);
  await userEvent.tab();
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(tab(name)).toHaveFocus();
    expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  }
});

describe('tags', () => {
  function show(tags: string[]) {
    const onChange = jest.fn<void, [string[]]>();
    render(<TagsInput tags={tags} label="Tags of Bella" onChange={onChange} />);
    return { onChange, input: screen.getByRole('textbox', { name: 'Tags of Bella' }) };
  }

  test('a tag of 100 characters is added; a longer one is refused with a message and stays in the field', async () => {
    const { onChange, input } = show(['vip']);
    await userEvent.click(input);
    await userEvent.paste('🌙'.repeat(101));
    await userEvent.keyboard('{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('alert')).toHaveTextContent('A tag has at most 100 characters; this one has 101.');
    expect(input).toHaveValue('🌙'.repeat(101));
    expect(input).toBeInvalid();
    await userEvent.clear(input);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.paste('🌙'.repeat(100));
    await userEvent.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([[['vip', '🌙'.repeat(100)]]]);
  });

  test('Backspace in the empty field removes the last tag, and each tag has a remove button', async () => {
    const { onChange, input } = show(['vip', 'evening']);
    await userEvent.type(input, '{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(['vip']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag vip' }));
    expect(onChange).toHaveBeenLastCalledWith(['evening']);
  });
});
