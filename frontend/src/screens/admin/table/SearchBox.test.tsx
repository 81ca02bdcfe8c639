import { act, fireEvent, render, screen } from '@testing-library/react';
import { SearchBox } from './filters.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const renderSearchBox = (search: string) => {
  const onSearch = jest.fn();
  const box = (urlSearch: string) => <SearchBox label="Search" search={urlSearch} onSearch={onSearch} />;
  const { rerender } = render(box(search));
  return {
    onSearch,
    setUrlSearch: (next: string) => rerender(box(next)),
    type: (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } }),
    text: () => (screen.getByRole('searchbox') as HTMLInputElement).value,
    advanceTime: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  };
};

test('the search box calls onSearch 500 ms after the last key [5-27]', () => {
  const box = renderSearchBox('');
  box.type('l');
  box.advanceTime(499);
  box.type('lu');
  box.advanceTime(499);
  expect(box.onSearch).not.toHaveBeenCalled();
  box.advanceTime(1);
  expect(box.onSearch.mock.calls).toEqual([[{ search: 'lu' }, { replace: true }]]);
});

test('the search box takes its text from the URL, unless the URL has the text that it reported last', () => {
  const box = renderSearchBox('');
  box.type('lu');
  box.advanceTime(500);
  box.type('lun');
  box.setUrlSearch('lu');
  expect(box.text()).toBe('lun');
  box.setUrlSearch('stella');
  expect(box.text()).toBe('stella');
  box.advanceTime(500);
  expect(box.onSearch.mock.calls).toEqual([[{ search: 'lu' }, { replace: true }]]);
});
