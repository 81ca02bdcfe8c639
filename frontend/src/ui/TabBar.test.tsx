import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TabBar } from './TabBar.tsx';

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
