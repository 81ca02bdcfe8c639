import { uuid } from '../../../../test/builders.ts';
import { buildDetailedPosting, buildDurations } from '../../../../test/postingBuilders.ts';
import { renderCells } from '../../../../test/renderCells.tsx';
import { POSTING_COLUMNS } from './postingColumns.tsx';

const render = (...changes: Parameters<typeof buildDetailedPosting>) =>
  renderCells(POSTING_COLUMNS, buildDetailedPosting(...changes));

test('the columns have the documented titles, and show the values of a posting [2.16-07, 2.16-11, 2.16-12, 2.16-13, 2.16-14, 2.16-15, 2.16-16, 2.16-17, 2.16-18, 2.16-19, 2.16-20, 2.16-21, 2.16-22, 9-29]', () => {
  const { texts } = render({
    guid: uuid(77),
    status: 'posted',
    task_description: 'Sun and sea',
    assistant_name: 'August teaser',
    page_name: 'Luna Star',
    updated_at: '2026-03-04T12:00:00.000Z',
    created_at: '2026-03-01T12:00:00.000Z',
    status_durations: buildDurations({ pending: 450, posting: 61_249, posted: 7_200_000, failed: 3_000 }),
    total_duration: 7_264_699,
    retry_count: 2,
  });
  expect(Object.entries(texts)).toEqual([
    ['Status', 'Posted'],
    ['Description', 'Sun and sea'],
    ['Assistant', 'August teaserLuna Star'],
    ['Page', uuid(77)],
    ['Last Update', expect.stringMatching(/^Mar 4, 2026 \d\d:\d\d$/)],
    ['Created', expect.stringMatching(/^Mar 1, 2026 \d\d:\d\d$/)],
    ['Pending', '0.5s'],
    ['Posting', '61.2s'],
    ['Posted', '7200.0s'],
    ['Failed', '3.0s'],
    ['Total', '7264.7s'],
    ['Retries', '2'],
    ['Unchanged', expect.stringMatching(/^\d+ d \d+ h$/)],
  ]);
});

test("'No description' stands for a flyer without text, and 'N/A' for a status that the posting never had [2.16-12, 9-30]", () => {
  const { texts } = render({ task_description: '', description: '', status_durations: {}, total_duration: 0 });
  expect(texts.Description).toBe('No description');
  expect(Object.values(texts).slice(6)).toEqual(['N/A', 'N/A', 'N/A', 'N/A', '0.0s', '0', 'N/A']);
});

test.each([
  ['pending', 'Pending', 'warning'],
  ['posting', 'Posting', 'info'],
  ['posted', 'Posted', 'accent'],
  ['completed', 'Completed', 'success'],
  ['failed', 'Failed', 'danger'],
] as const)(
  'the status %s is the label %s, coloured as %s [2.16-11, 4.11-01, 4.11-02, 4.11-03, 4.11-04, 4.11-05, 4.11-06]',
  (status, label, tone) => {
    const chip = render({ status }).cells.Status?.querySelector('[data-tone]');
    expect([chip?.textContent, chip?.getAttribute('data-tone')]).toEqual([label, tone]);
  },
);

test('times, retries and visits are marked above their limit, but not at the limit [9-31, 9-32, 9-33, 9-34, 9-35, 9-36, 9-37]', () => {
  const marksOf = (aboveLimit: 0 | 1) => {
    const { cells } = render({
      status_durations: {
        ...buildDurations({ pending: 60_000 + aboveLimit, posting: 120_000 + aboveLimit, failed: aboveLimit }),
        posted: { total_ms: 30_000 + aboveLimit, visits: 1 + aboveLimit, avg_ms: 30_000 },
      },
      total_duration: 300_000 + aboveLimit,
      retry_count: aboveLimit,
    });
    const marks = ['Pending', 'Posting', 'Posted', 'Failed', 'Total', 'Retries'].map((title) => [
      cells[title]?.textContent,
      cells[title]?.querySelector('[data-tone]')?.getAttribute('data-tone') ?? null,
    ]);
    return marks;
  };
  expect(marksOf(0)).toEqual([
    ['60.0s', null],
    ['120.0s', null],
    ['30.0s', null],
    ['0.0s', null],
    ['300.0s', null],
    ['0', null],
  ]);
  expect(marksOf(1)).toEqual([
    ['60.0s', 'warning'],
    ['120.0s', 'warning'],
    ['30.0s×2', 'warning'],
    ['0.0s', 'danger'],
    ['300.0s', 'warning'],
    ['1', 'warning'],
  ]);
});

test('status, times and retries can be sorted, longest and newest first, and no other column [2.16-23]', () => {
  const sorters = POSTING_COLUMNS.filter(({ sorter }) => sorter).map(({ key, sortDirections }) => [
    key,
    sortDirections?.[0],
  ]);
  expect(sorters).toEqual([
    ['status', 'ascend'],
    ...['updatedAt', 'createdAt', 'pending', 'posting', 'posted', 'failed', 'total', 'retries', 'unchanged'].map(
      (key) => [key, 'descend'],
    ),
  ]);
});
