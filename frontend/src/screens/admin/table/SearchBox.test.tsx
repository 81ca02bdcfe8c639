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

test('reports a search once the typing has paused', () => {
  const box = start('');
  box.type('l');
  box.wait(499);
  box.type('lu');
  box.wait(499);
  expect(box.onSearch).not.toHaveBeenCalled();
  box.wait(1);
  expect(box.onSearch.mock.calls).toEqual([[{ search: 'lu' }, { replace: true }]]);
});

test('spaces around the words do not change the search', () => {
  const box = start('luna');
  box.type('luna ');
  box.wait(500);
  expect(box.onSearch).not.toHaveBeenCalled();
});

test('another address fills the box, its own search does not', () => {
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

test('on the way to another screen it does not overwrite the new address', () => {
  const box = start('');
  box.type('lu');
  const before = window.location.href;
  window.history.pushState(null, '', '/admin/users/20');
  box.wait(500);
  expect(box.onSearch).not.toHaveBeenCalled();
  window.history.replaceState(null, '', before);
});
