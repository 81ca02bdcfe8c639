import { act, renderHook } from '@testing-library/react';
import { useSearchText } from './useSearchText.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const start = (search: string) => {
  const onSearch = jest.fn();
  const hook = renderHook(({ search }) => useSearchText(search, onSearch, 500), { initialProps: { search } });
  return {
    onSearch,
    address: (next: string) => hook.rerender({ search: next }),
    type: (text: string) => act(() => hook.result.current[1](text)),
    text: () => hook.result.current[0],
    wait: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  };
};

test('tells of a search once the typing has rested', () => {
  const box = start('');
  box.type('l');
  box.wait(499);
  box.type('lu');
  box.wait(499);
  expect(box.onSearch).not.toHaveBeenCalled();
  box.wait(1);
  expect(box.onSearch.mock.calls).toEqual([['lu']]);
});

test('spaces around the words are no other search', () => {
  const box = start('luna');
  box.type('luna ');
  box.wait(500);
  expect(box.onSearch).not.toHaveBeenCalled();
});

test('another address fills the box anew, its own words do not', () => {
  const box = start('');
  box.type('lu');
  box.wait(500);
  box.type('lun');
  box.address('lu');
  expect(box.text()).toBe('lun');
  box.address('stella');
  expect(box.text()).toBe('stella');
  box.wait(500);
  expect(box.onSearch.mock.calls).toEqual([['lu']]);
});

test('on the way to another screen it writes nothing over the new address', () => {
  const box = start('');
  box.type('lu');
  const before = window.location.href;
  window.history.pushState(null, '', '/admin/users/20');
  box.wait(500);
  expect(box.onSearch).not.toHaveBeenCalled();
  window.history.replaceState(null, '', before);
});
