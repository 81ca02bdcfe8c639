import { getFailureReport, getPerformanceAnalytics, getTrends } from '@flyerdeck/contracts';
import type { FailureReport } from '@flyerdeck/contracts/types';
import { render as renderAlone, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { buildTrendDay } from '../../../../test/adminBuilders.ts';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { useFetchMock } from '../../../../test/fetchMock.ts';
import { buildAnalytics } from '../../../../test/postingBuilders.ts';
import { renderScreen, SIGNED_IN } from '../../../../test/renderScreen.tsx';
import { makeStore } from '../../../app/store.ts';
import { PerformanceReport } from './PerformanceReport.tsx';
import PerformanceScreen from './PerformanceScreen.tsx';

useApiServer();

describe('the screen', () => {
  const EMPTY_TEXT = 'No performance data available yet. Analytics will appear after postings are completed.';
  const show = () => renderScreen(<PerformanceScreen />, { address: '/admin/performance' });
  const card = async (name: string) => screen.findByRole('region', { name });

  const FAILURES: FailureReport = {
    since: '2026-02-28T00:00:00.000Z',
    parts: [
      { at: '2026-02-28T00:00:00.000Z', failures: 3 },
      { at: '2026-03-01T00:00:00.000Z', failures: 9 },
    ],
    groups: [
      { key: 'The site said no.', label: 'The site said no.', failures: 11, postings: 10, counts: [3, 8] },
      { key: '', label: '', failures: 1, postings: 1, counts: [0, 1] },
    ],
  };

  beforeEach(() => {
    answer(getFailureReport, FAILURES);
    answer(getTrends, { days: [buildTrendDay({ day: '2026-02-28' }), buildTrendDay()] });
  });

  test('requests the latest 500 completed postings, and again on Refresh, and shows each average with its range and a coloured label [2.15-01, 2.15-02, 2.15-03, 2.15-04, 2.15-05, 7.6-03, 9-38]', async () => {
    const requests = answer(getPerformanceAnalytics, buildAnalytics());
    show();
    expect(await card('Total Analyzed')).toHaveTextContent('412Completed postings');
    expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
      '/api/page-postings/performance-analytics?limit=500',
    ]);
    expect(requests.map(({ body }) => body)).toEqual([undefined]);
    expect(await card('Avg Total Time')).toHaveTextContent('Avg Total Time2.5mMedium900ms - 7.0m');
    expect(await card('Avg Posting Speed')).toHaveTextContent('Avg Posting Speed12.5sFast4.0s - 59.0s');
    expect(await card('Avg Screenshot Time')).toHaveTextContent('Avg Screenshot Time31.0sSlow800ms - 44.0s');
    const again = answer(getPerformanceAnalytics, buildAnalytics({ total_analyzed: 77 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(async () => expect(await card('Total Analyzed')).toHaveTextContent('77Completed postings'));
    expect(again).toHaveLength(1);
  });

  /** The cells of each row of a table. */
  const cellsOf = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));

  test('lists recommendations, transitions with their labels, and the six worst bottlenecks [2.15-06, 2.15-07, 2.15-08, 9-38]', async () => {
    const bottlenecks = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, place) => [name, place + 1]));
    answer(getPerformanceAnalytics, buildAnalytics({ bottlenecks }));
    show();
    const advice = await screen.findByRole('region', { name: 'Recommendations' });
    const sentences = within(advice).getAllByRole('listitem');
    expect(sentences.map(({ textContent }) => textContent)).toEqual([
      'Screenshots take 31.0s, more than 30.0s. Run more workers.',
    ]);
    expect(cellsOf(screen.getByRole('table', { name: 'Status Transition Performance' }))).toEqual([
      ['Transition', 'Count', 'Average', 'Min', 'Max', 'Performance'],
      ['Pending → Posting', '430', '10.0s', '10ms', '1.0m', 'excellent'],
      ['Posting → Posted', '412', '12.5s', '4.0s', '59.0s', 'good'],
      ['Posted → Completed', '412', '31.0s', '800ms', '44.0s', 'fair'],
      ['Failed → Pending', '9', '1.0m', '5.0s', '2.0m', 'poor'],
    ]);
    const list = screen.getByRole('list', { name: 'Performance Bottlenecks' });
    const items = within(list).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(
      ['g', 'f', 'e', 'd', 'c', 'b'].map((name, place) => `${name}${7 - place} affected postings`),
    );
  });

  test('shows a message when there are no completed postings [2.15-09]', async () => {
    answer(
      getPerformanceAnalytics,
      buildAnalytics({ total_analyzed: 0, recommendations: [], status_transitions: {}, bottlenecks: {} }),
    );
    show();
    expect(await screen.findByText(EMPTY_TEXT)).toBeInTheDocument();
    expect(screen.queryByText('Avg Total Time')).not.toBeInTheDocument();
  });

  test('an error shows the documented message, and Retry sends the request again [8.4-07]', async () => {
    refuse(getPerformanceAnalytics, 500, { error: 'Something went wrong on our side.', code: 'internal' });
    show();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to load performance analyticsRetry$/);
    answer(getPerformanceAnalytics, buildAnalytics());
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await card('Total Analyzed');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the report', () => {
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

  test('transitions are labelled by their average time [4.12-01, 4.12-02, 4.12-03, 4.12-04]', () => {
    const status_transitions = Object.fromEntries(
      [9_999, 10_000, 29_999, 30_000, 59_999, 60_000].map((avg_ms, n) => [
        `posting -> ${n}`,
        { count: 1, avg_ms, min_ms: 0, max_ms: avg_ms },
      ]),
    );
    render(<PerformanceReport analytics={buildAnalytics({ status_transitions })} />);
    const rows = within(screen.getByRole('table', { name: 'Status Transition Performance' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.lastElementChild?.textContent)).toEqual([
      ...['excellent', 'good', 'good', 'fair', 'fair', 'poor'],
    ]);
  });
});
