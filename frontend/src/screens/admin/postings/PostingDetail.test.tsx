import { listStructureReports } from '@flyerdeck/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { buildDetailedPosting } from '../../../../test/postingBuilders.ts';
import { answerPostings, buildPostings, showPostings, toggles } from '../../../../test/postingsTable.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import PostingDetail from './PostingDetail.tsx';

useApiServer();
beforeEach(() => answer(listStructureReports, []));

const detail = () => screen.queryByRole('region', { name: 'Posting details' });
const showDetail = (...changes: Parameters<typeof buildDetailedPosting>) => {
  renderScreen(<PostingDetail posting={buildDetailedPosting(...changes)} />);
  const texts = (part: 'label' | 'content') =>
    [...document.querySelectorAll(`span.ant-descriptions-item-${part}, .ant-descriptions-item-${part}`)].map(
      (cell) => cell.textContent,
    );
  const values = texts('content');
  return texts('label').map((label, place) => [label, values[place]]);
};

test('a click on a row or Enter on its control opens its detail [2.16-25, 2.16-26]', async () => {
  answerPostings(buildPostings(4));
  showPostings('/admin/postings?columns=description');
  const [first, second] = await toggles();
  await userEvent.click(screen.getByText('Flyer 2'));
  await waitFor(() => expect(detail()).toHaveTextContent(uuid(2)));
  expect([first, second].map((toggle) => toggle?.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
  await userEvent.click(screen.getAllByText('Flyer 2')[0] as HTMLElement);
  expect(second).toHaveAttribute('aria-expanded', 'false');
  act(() => first?.focus());
  await userEvent.keyboard('{Enter}');
  expect(first).toHaveFocus();
  expect(first).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Enter}');
  expect(first).toHaveAttribute('aria-expanded', 'false');
});

test('the detail shows all data of a posting [2.16-27, 2.16-28, 2.16-29, 2.16-30, 2.16-31, 2.16-32, 2.16-33, 2.16-34, 2.16-35, 2.16-36, 2.16-37, 2.16-38, 2.16-39, 2.16-40, 4.11-07]', () => {
  const facts = showDetail({
    id: uuid(90),
    userId: '700000042',
    guid: uuid(7),
    assistant_id: uuid(8),
    file_id: uuid(50),
    delay_hours: 6,
    retry_count: 2,
    status: 'failed',
    errorMessage: 'The site asked for a captcha.',
    status_durations: {
      pending: { total_ms: 4_000, visits: 1, avg_ms: 4_000 },
      posting: { total_ms: 63_000, visits: 3, avg_ms: 21_000 },
    },
    performance_summary: {
      bottleneck_status: 'posting',
      first_pending_at: '2026-03-01T12:00:00.000Z',
      final_completion_at: '2026-03-03T12:00:00.000Z',
    },
  });
  expect(facts).toEqual([
    ['ID', uuid(90)],
    ['User ID', '700000042'],
    ['GUID', uuid(7)],
    ['Task ID', uuid(12)],
    ['Assistant ID', uuid(8)],
    ['File ID', uuid(50)],
    ['Delay Hours', '6'],
    ['Retries', '2'],
    ['Bottleneck Status', 'posting'],
    ['Transitions', '3'],
    ['Start Time', expect.stringMatching(/^Mar 1, 2026 \d\d:\d\d$/)],
    ['Completion Time', expect.stringMatching(/^Mar 3, 2026 \d\d:\d\d$/)],
    ['Pending', '4.0s 1 visit'],
    ['Posting', '63.0s 3 visits'],
  ]);
  expect(screen.getByRole('link', { name: '700000042' })).toHaveAttribute('href', '/admin/users/700000042');
  expect(screen.getByRole('link', { name: 'Only postings of this user' })).toHaveAttribute(
    'href',
    '/admin/postings?owner=700000042',
  );
  expect(screen.getAllByRole('button', { name: /^Copy/ })).toHaveLength(6);
  const region = screen.getByRole('region', { name: 'Posting details' });
  expect(region.firstElementChild).toContainElement(screen.getByRole('alert'));
  expect(screen.getByRole('alert')).toHaveTextContent(/^The site asked for a captcha\.$/);
  expect(screen.getByRole('img', { name: 'Flyer' })).toHaveAttribute('src', `/api/get_image/${uuid(50)}?w=320`);
  const steps = within(screen.getByRole('list', { name: 'Transitions' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'PendingPosting4.0s',
    'PostingPosted21.0s',
    'PostedCompleted3.0s',
  ]);
});
