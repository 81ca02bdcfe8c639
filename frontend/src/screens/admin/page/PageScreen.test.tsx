import { diagnosePage, type PageDiagnosis } from '@flyerdeck/contracts';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import PageScreen, { type Verdict, verdictOf } from './PageScreen.tsx';

useApiServer();

const AT = '2026-03-01T12:00:00.000Z';
const NEXT: PageDiagnosis['next'] = {
  posting_id: uuid(3),
  task_id: uuid(4),
  assistant_name: 'Spring',
  queued_at: AT,
  wait_reason: null,
  wait_until: null,
};
const FLIGHT: PageDiagnosis['in_flight'] = {
  posting_id: uuid(3),
  claimed_at: AT,
  lease_expires_at: AT,
  submitting_at: null,
};
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
      at: AT,
      kind: 'step',
      posting_id: uuid(7),
      task_id: uuid(8),
      from_status: 'posting',
      to_status: 'failed',
      text: 'The site said no.',
    },
    { at: AT, kind: 'linked', posting_id: null, task_id: null, from_status: null, to_status: null, text: 'Chrome 140' },
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
  expect(screen.getByRole('cell', { name: /Browser linked/ })).toHaveTextContent('Chrome 140');
});

const waiting = (wait_reason: 'queue_paused' | 'page_limit', wait_until: string | null = null) => ({
  next: { ...NEXT, wait_reason, wait_until } as PageDiagnosis['next'],
});
test.each<[Partial<PageDiagnosis>, Verdict['tone'], RegExp]>([
  [{ unlinked_at: AT, device: null }, 'error', /^The page is unlinked since /],
  [{ device: null }, 'error', /^No browser is linked to the page\.$/],
  [{ in_flight: FLIGHT }, 'info', /^It has claimed a posting at /],
  [{ in_flight: { ...FLIGHT, submitting_at: AT } as PageDiagnosis['in_flight'] }, 'info', /^It has pressed the button/],
  [{ next: null }, 'info', /^Nothing is queued for the page\.$/],
  [waiting('queue_paused'), 'warning', /^The owner has stopped the queue\.$/],
  [waiting('page_limit', AT), 'warning', /^The page's posting limits allow its next post on /],
  [
    { site_pack: { used: 1, wanted: 3, may_post: false } },
    'warning',
    /^Site pack 1 is not published for it any more: it gets nothing until its extension has asked for its pack\.$/,
  ],
  [{}, 'success', /^Nothing holds the page back/],
])('the first reason that applies is shown: %j', (changes, tone, sentence) => {
  expect(verdictOf(diagnosis(changes))).toEqual({ tone, sentence: expect.stringMatching(sentence) });
});
