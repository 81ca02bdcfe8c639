import { render as renderAlone, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { useFetchMock } from '../../../../test/fetchMock.ts';
import { buildAnalytics } from '../../../../test/postingBuilders.ts';
import { SIGNED_IN } from '../../../../test/renderScreen.tsx';
import { makeStore } from '../../../app/store.ts';
import { PerformanceReport } from './PerformanceReport.tsx';

useFetchMock().mockReturnValue(new Promise(() => {}));
function render(report: ReactNode) {
  const store = makeStore({ session: SIGNED_IN });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  );
  return renderAlone(report, { wrapper });
}

const figure = (title: string) => screen.getByRole('region', { name: title }).querySelector('[data-tone]');
const range = (avg_ms: number) => ({ avg_ms, min_ms: 450, max_ms: 900_000 });

/** [card, field, limit of medium and limit of slow in ms, and both limits as text] */
test.each([
  ['Avg Total Time', 'total_posting_time', 120_000, 300_000, '2.0m', '5.0m'],
  ['Avg Posting Speed', 'claim_to_posted_time', 30_000, 60_000, '30.0s', '1.0m'],
  ['Avg Screenshot Time', 'screenshot_generation_time', 15_000, 30_000, '15.0s', '30.0s'],
])(
  '%s (%s) is medium above %d ms and slow above %d ms [9-42, 9-43, 9-44]',
  (title, field, mediumMs, slowMs, medium, slow) => {
    const { rerender } = render(<PerformanceReport analytics={buildAnalytics()} />);
    const shown = [mediumMs, mediumMs + 1, slowMs, slowMs + 1].map((ms) => {
      rerender(<PerformanceReport analytics={buildAnalytics({ [field]: range(ms) })} />);
      return [
        figure(title)?.querySelector('.ant-statistic-content')?.textContent,
        figure(title)?.getAttribute('data-tone'),
      ];
    });
    expect(shown).toEqual([
      [`${medium}Fast`, 'success'],
      [`${medium}Medium`, 'warning'],
      [`${slow}Medium`, 'warning'],
      [`${slow}Slow`, 'danger'],
    ]);
  },
);

test.each([
  [999, '999ms'],
  [1_000, '1.0s'],
  [12_540, '12.5s'],
  [59_940, '59.9s'],
  [60_000, '1.0m'],
  [150_000, '2.5m'],
])('shows an average of %d ms as %s [9-39, 9-40, 9-41]', (ms, text) => {
  render(<PerformanceReport analytics={buildAnalytics({ total_posting_time: range(ms) })} />);
  expect(figure('Avg Total Time')?.querySelector('.ant-statistic-content-value')?.textContent).toBe(text);
});

test.each([
  [9_999, 'excellent'],
  [10_000, 'good'],
  [29_999, 'good'],
  [30_000, 'fair'],
  [59_999, 'fair'],
  [60_000, 'poor'],
])('a transition of %d ms on average is labelled %s [4.12-01, 4.12-02, 4.12-03, 4.12-04]', (avg_ms, label) => {
  const times = { count: 1, avg_ms, min_ms: 0, max_ms: avg_ms };
  render(<PerformanceReport analytics={buildAnalytics({ status_transitions: { 'posting -> posted': times } })} />);
  const table = screen.getByRole('table', { name: 'Status Transition Performance' });
  expect(within(table).getAllByRole('cell').at(-1)).toHaveTextContent(new RegExp(`^${label}$`));
});
