import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TagsInput } from './TagsInput.tsx';

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
