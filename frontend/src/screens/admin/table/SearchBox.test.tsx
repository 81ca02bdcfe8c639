import { act, fireEvent, render, screen } from '@testing-library/react';
import { SearchBox } from './SearchBox.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const start = (search: string) => {
  const onSearch = jest.fn();
  const box = (address: string) => <SearchBox label="Search" search={address} onSearch={onSearch} />;
  const { rerender } = render(box(search));
  return {
    onSearch,
    address: (next: string) => rerender(box(next)),
    type: (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } }),
    text: () => (screen.getByRole('searchbox') as HTMLInputElement).value,
    wait: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  };
};

test('calls onSearch 500 ms after the last key', () => {
  const box = start('');
  box.type('l');
  box.wait(499);
  box.type('lu');
  box.wait(499);
  expect(box.onSearch).not.toHaveBeenCalled();
  box.wait(1);
  expect(box.onSearch.mock.calls).toEqual([[{ search: 'lu' }, { replace: true }]]);
});

test('does not call onSearch when only surrounding spaces change', () => {
  const box = start('luna');
  box.type('luna ');
  box.wait(500);
  expect(box.onSearch).not.toHaveBeenCalled();
});

test('takes over a search text from the URL, but not one that it has set itself', () => {
  const box = start('');
  box.type('lu');
  box.wait(500);
  box.type('lun');
  box.address('lu');
  expect(box.text()).toBe('lun');
  box.address('stella');
  expect(box.text()).toBe('stella');
  box.wait(500);
  expect(box.onSearch.mock.calls).toEqual([[{ search: 'lu' }, { replace: true }]]);
});

test('does not call onSearch after another screen is opened', () => {
  const box = start('');
  box.type('lu');
  const before = window.location.href;
  window.history.pushState(null, '', '/admin/users/20');
  box.wait(500);
  expect(box.onSearch).not.toHaveBeenCalled();
  window.history.replaceState(null, '', before);
});
