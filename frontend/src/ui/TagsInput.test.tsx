import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TagsInput } from './TagsInput.tsx';

function show(tags: string[]) {
  const onChange = jest.fn<void, [string[]]>();
  render(<TagsInput tags={tags} label="Tags of Bella" onChange={onChange} />);
  return { onChange, input: screen.getByRole('textbox', { name: 'Tags of Bella' }) };
}

test.each([
  ['Enter', 'evening{Enter}'],
  ['a comma', 'evening,'],
])('%s adds what was typed', async (_key, typed) => {
  const { onChange, input } = show(['vip']);
  await userEvent.type(input, typed);
  expect(onChange).toHaveBeenCalledWith(['vip', 'evening']);
  expect(input).toHaveValue('');
});

test('leaving the field adds what was typed', async () => {
  const { onChange, input } = show([]);
  await userEvent.type(input, ' evening ');
  await userEvent.tab();
  expect(onChange).toHaveBeenCalledWith(['evening']);
});

test('a pasted list becomes several tags, each once whatever its case', async () => {
  const { onChange, input } = show(['vip']);
  await userEvent.click(input);
  await userEvent.paste('VIP, evening,, Evening, US');
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith(['vip', 'evening', 'US']);
});

test('a tag that is there already, or nothing at all, changes nothing', async () => {
  const { onChange, input } = show(['vip']);
  await userEvent.type(input, 'VIP{Enter}  {Enter}');
  expect(onChange).not.toHaveBeenCalled();
});

test('Backspace in the empty field takes the last tag away, a button any of them', async () => {
  const { onChange, input } = show(['vip', 'evening']);
  await userEvent.type(input, '{Backspace}');
  expect(onChange).toHaveBeenLastCalledWith(['vip']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove tag vip' }));
  expect(onChange).toHaveBeenLastCalledWith(['evening']);
});
