import { deleteProblemReport, getProblemReport, listProblemReports, type ProblemReport } from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { rootReducer } from '../../../data/store/rootReducer.ts';
import { saveFile } from '../../../lib/browser.ts';
import { readLog } from '../../../replay/log/readLog.ts';
import ReportsScreen from './ReportsScreen.tsx';

jest.mock('../../../lib/browser.ts', () => ({ ...jest.requireActual('../../../lib/browser.ts'), saveFile: jest.fn() }));
useApiServer();

const report = (n: number, changes: Partial<ProblemReport> = {}): ProblemReport => ({
  id: uuid(n),
  telegram_id: `10${n}`,
  user_name: `Anna ${n}`,
  sentence: `Problem ${n}`,
  build_id: 'index-abc',
  request_ids: ['request-0001', 'request-0002'],
  is_cut: false,
  log_bytes: 340 * 1024,
  created_at: '2026-03-01T12:00:00.000Z',
  ...changes,
});
const LOG = JSON.stringify({
  format: 'flyerdeck.action-log',
  version: 1,
  buildId: 'index-abc',
  savedAt: '2026-03-01T12:00:00.000Z',
  timeZone: 'UTC',
  language: 'en',
  base: { state: rootReducer(undefined, { type: 'start' }), address: '/', nowMs: 0 },
  entries: [],
});
const show = (address = '/admin/reports') => renderScreen(<ReportsScreen />, { address });
const answerReports = (reports: readonly ProblemReport[], total = reports.length) =>
  answer(listProblemReports, { reports: [...reports], total, total_pages: Math.ceil(total / 50) });
const row = async (n: number) => (await screen.findByLabelText(`details of Problem ${n}`)).closest('tr') as HTMLElement;

test('lists reports with the exact total, the newest first', async () => {
  const requests = answerReports([report(1, { is_cut: true }), report(2, { user_name: '' })], 1_234);
  show();
  expect(await screen.findByText('Reports (1,234)')).toBeInTheDocument();
  expect((await row(1)).textContent).toMatch(/Anna 1.*101.*Problem 1.*index-abc.*340 kB.*newest part/);
  expect(within(await row(2)).getByRole('link', { name: '102' })).toHaveAttribute('href', '/admin/users/102');
  expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({ limit: '50', page: '1', sort_order: '-1' });
});

test('a report is deleted after a question', async () => {
  let reports = [report(1)];
  answer(listProblemReports, () => ({ reports, total: reports.length, total_pages: reports.length }));
  const sent = answer(deleteProblemReport, () => {
    reports = [];
    return undefined;
  });
  show();
  await userEvent.click(await screen.findByLabelText('details of Problem 1'));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(sent).toHaveLength(0);
  const question = within(await screen.findByRole('tooltip', { name: /Delete this report/ }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No reports found')).toBeInTheDocument();
  expect(sent[0]?.url.pathname).toBe(`/api/admin/problem-reports/${uuid(1)}`);
});

test('downloads a file that the replay reads', async () => {
  answerReports([report(1)]);
  answer(getProblemReport, { ...report(1), log: LOG });
  show();
  await userEvent.click(within(await row(1)).getByRole('button', { name: 'Download the report: Problem 1' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  const [name, text] = jest.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe(`problem-report-${uuid(1).slice(0, 8)}.json`);
  expect(JSON.parse(text ?? '').report.sentence).toBe('Problem 1');
  expect(readLog(text ?? '').buildId).toBe('index-abc');
});
