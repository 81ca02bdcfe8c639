import {
  type Backups,
  diagnosePage,
  listBackups,
  listProblemReports,
  listSitePacks,
  type PageDiagnosis,
  type ProblemReport,
  type PublishedPack,
  publishSitePack,
  requestBackup,
  undoSitePack,
} from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { answer, useApiServer } from '../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import BackupsScreen from './backups/BackupsScreen.tsx';
import PageScreen, { type Verdict, verdictOf } from './page/PageScreen.tsx';
import ReportsScreen from './reports/ReportsScreen.tsx';
import SitePacksScreen from './sitePacks/SitePacksScreen.tsx';

useApiServer();

const AT = '2026-03-01T12:00:00.000Z';

describe('backups', () => {
  const NAME = '2026-03-01T04-00-00Z';
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const answerBackups = (changes: Partial<Backups> = {}) =>
    answer(listBackups, {
      ...{ every_hours: 24, keep: 7, is_late: false, asked_at: null, writing_since: null, failure: null },
      test_restore: null,
      backups: [{ name: NAME, made_at: hoursAgo(2), byte_size: 3_500_000, row_count: 12_345 }],
      ...changes,
    });

  test('shows each with its age, size and check; one is asked for, and then shown as coming', async () => {
    answerBackups();
    renderScreen(<BackupsScreen />);
    const row = (await screen.findByRole('cell', { name: NAME })).closest('tr');
    expect(row?.textContent).toMatch(/about 2 hours ago\)3\.3 MB12,345Read back, complete/);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const sent = answer(requestBackup, undefined);
    answerBackups({ asked_at: hoursAgo(0) });
    await userEvent.click(screen.getByRole('button', { name: 'Back Up Now' }));
    expect((await screen.findAllByText(/A backup was asked for and begins within a minute\./))[0]).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  const test_restore = { backup: NAME, at: hoursAgo(24), error: null, good_at: hoursAgo(24) };
  test.each<['status' | 'alert', Partial<Backups>, RegExp]>([
    ['status', { test_restore }, /^2026-03-01T04-00-00Z was restored as a test 1 day ago: all rows were there/],
    ['status', { test_restore: { ...test_restore, at: hoursAgo(15 * 24) } }, /was restored as a test 15 days ago/],
    [
      'alert',
      { test_restore: { ...test_restore, error: 'The disk of Postgres is full.', good_at: hoursAgo(8 * 24) } },
      /^\S+ was restored as a test 1 day ago, which failed: The disk of Postgres is full\.$/,
    ],
  ])('shows the result and the age of the last test restore as %s (%#)', async (role, changes, text) => {
    answerBackups(changes);
    renderScreen(<BackupsScreen />);
    expect((await screen.findByText(text)).closest('[role]')).toHaveAttribute('role', role);
  });
});

test('problem reports: lists them with the exact total, the newest first', async () => {
  const report = (n: number, changes: Partial<ProblemReport> = {}): ProblemReport => ({
    ...{ id: uuid(n), telegram_id: `10${n}`, user_name: `Anna ${n}`, sentence: `Problem ${n}`, build_id: 'index-abc' },
    ...{ request_ids: [], is_cut: false, log_bytes: 340 * 1024, created_at: AT },
    ...changes,
  });
  const reports = [report(1, { is_cut: true }), report(2, { user_name: '' })];
  const requests = answer(listProblemReports, { reports, total: 1_234, total_pages: 25 });
  renderScreen(<ReportsScreen />, { address: '/admin/reports' });
  expect(await screen.findByText('Reports (1,234)')).toBeInTheDocument();
  const row = async (n: number) =>
    (await screen.findByLabelText(`details of Problem ${n}`)).closest('tr') as HTMLElement;
  expect((await row(1)).textContent).toMatch(/Anna 1.*101.*Problem 1.*index-abc.*340 kB.*newest part/);
  expect(within(await row(2)).getByRole('link', { name: '102' })).toHaveAttribute('href', '/admin/users/102');
  expect(requests[0]?.url.search).toBe('?limit=50&page=1&sort_order=-1');
});

describe('site packs', () => {
  const pack = (version: number, changes: Partial<PublishedPack> = {}): PublishedPack => ({
    ...{ version, owner: null, published_at: AT, undone_at: null, is_current: true, pages_count: 40, misses: [] },
    ...changes,
  });
  const show = (...packs: PublishedPack[]) => {
    const requests = answer(listSitePacks, { packs });
    renderScreen(<SitePacksScreen />);
    return requests;
  };

  test('shows for whom each pack is, whether it is current, and which pages miss what; Undo asks first', async () => {
    show(
      pack(4, { owner: { telegram_id: '7', name: 'Anna Bell' }, pages_count: 2 }),
      pack(3, { is_current: false, undone_at: AT, pages_count: 0 }),
      pack(2, { misses: [{ element: 'steps.5.publish', pages: 12, report_id: 'a' }] }),
    );
    const rowOf = async (version: number) =>
      (await screen.findByRole('cell', { name: `${version}` })).closest('tr') as HTMLElement;
    expect((await rowOf(4)).textContent).toMatch(/Anna Bell.*Current2 pages–/);
    expect((await rowOf(3)).textContent).toMatch(/All pages.*Undone Mar 1.*0 pages/);
    expect(within(await rowOf(3)).queryByRole('button')).not.toBeInTheDocument();
    expect((await rowOf(2)).textContent).toContain('12 pages: the post button (step 6)Structure');
    const sent = answer(undoSitePack, { version: 3 });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo version 4' }));
    expect(sent).toHaveLength(0);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ version: 4, telegram_id: '7' }]));
  });

  test('publishes a pasted pack to one owner, and reads the list again', async () => {
    const requests = show();
    const sent = answer(publishSitePack, { version: 5 });
    expect(await screen.findByRole('button', { name: 'Publish to All Pages' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: 'Telegram ID of one owner' }), '7');
    await userEvent.click(screen.getByRole('textbox', { name: 'Pack as JSON' }));
    await userEvent.paste('{"version": 5}');
    await userEvent.click(screen.getByRole('button', { name: 'Publish to One Owner' }));
    expect(await screen.findByText('Version 5 is published to the pages of 7.')).toBeInTheDocument();
    expect(sent[0]?.body).toEqual({ text: '{"version": 5}', telegram_id: '7' });
    await waitFor(() => expect(requests).toHaveLength(2));
  });
});

describe('a page', () => {
  const NEXT: PageDiagnosis['next'] = {
    ...{ posting_id: uuid(3), task_id: uuid(4), assistant_name: 'Spring', queued_at: AT },
    ...{ wait_reason: null, wait_until: null },
  };
  const FLIGHT = { posting_id: uuid(3), claimed_at: AT, lease_expires_at: AT, submitting_at: null };
  const diagnosis = (changes: Partial<PageDiagnosis> = {}): PageDiagnosis => ({
    page: buildPage({ guid: uuid(1), name: 'Luna', health: 'logged_out' }),
    unlinked_at: null,
    owner: { telegram_id: '42', name: 'Anna Bell', is_active: true, is_posting_active: true, credits_balance: 1_250 },
    device: { browser: 'Chrome 140', linked_at: AT },
    site_pack: { used: 2, wanted: 2, may_post: true },
    refused: { kind: 'rate_limited', at: AT },
    pending_count: 12,
    next: NEXT,
    in_flight: null,
    events: [
      {
        ...{ at: AT, kind: 'step', posting_id: uuid(7), task_id: uuid(8) },
        ...{ from_status: 'posting', to_status: 'failed', text: 'The site said no.' },
      },
    ],
    ...changes,
  });

  const show = () =>
    renderScreen(
      <Routes>
        <Route path="/admin/pages/:guid" element={<PageScreen />} />
      </Routes>,
      { address: `/admin/pages/${uuid(1)}` },
    );

  test('shows the reason, the state of the page, and what happened with links to posting and task', async () => {
    answer(diagnosePage, diagnosis({ next: { ...NEXT, wait_reason: 'logged_out' } as PageDiagnosis['next'] }));
    show();
    expect(await screen.findByRole('heading', { name: 'Luna', level: 1 })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('The page is logged out of the creator site.');
    expect(screen.getByRole('link', { name: 'Anna Bell' })).toHaveAttribute('href', '/admin/users/42');
    expect(screen.getByRole('link', { name: '12 pending' })).toBeInTheDocument();
    expect(screen.getByText(/^Asks to wait, /)).toBeInTheDocument();
    const failure = screen.getByText('The site said no.').closest('tr') as HTMLElement;
    expect(failure).toHaveTextContent(/Failed/);
    expect(within(failure).getByRole('link', { name: 'Posting' })).toHaveAttribute(
      'href',
      `/admin/postings?search=${uuid(7)}`,
    );
    expect(within(failure).getByRole('link', { name: 'Task' })).toHaveAttribute('href', `/tasks/${uuid(8)}`);
  });

  const waiting = (wait_reason: 'queue_paused' | 'page_limit', wait_until: string | null = null) => ({
    next: { ...NEXT, wait_reason, wait_until } as PageDiagnosis['next'],
  });
  test.each<[Partial<PageDiagnosis>, Verdict['tone'], RegExp]>([
    [{ unlinked_at: AT, device: null }, 'error', /^The page is unlinked since /],
    [{ device: null }, 'error', /^No browser is linked to the page\.$/],
    [{ in_flight: FLIGHT }, 'info', /^It has claimed a posting at /],
    [{ in_flight: { ...FLIGHT, submitting_at: AT } }, 'info', /^It has pressed the button/],
    [{ next: null }, 'info', /^Nothing is queued for the page\.$/],
    [waiting('queue_paused'), 'warning', /^The owner has stopped the queue\.$/],
    [waiting('page_limit', AT), 'warning', /^The page's posting limits allow its next post on /],
    [
      { site_pack: { used: 1, wanted: 3, may_post: false } },
      'warning',
      /^Site pack 1 is not published for it any more/,
    ],
    [{}, 'success', /^Nothing holds the page back/],
  ])('the first reason that applies is shown: %j', (changes, tone, sentence) => {
    expect(verdictOf(diagnosis(changes))).toEqual({ tone, sentence: expect.stringMatching(sentence) });
  });
});
