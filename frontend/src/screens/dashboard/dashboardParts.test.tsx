import {
  ATTENTION_KINDS,
  type Attention,
  type AttentionKind,
  type AttentionRow,
  getAttention,
  getBalance,
  listAssistants,
  listUserPages,
  queueInfo,
  queueStatus,
  retryAttention,
  retryTask,
} from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../test/apiServer.ts';
import { buildAssistant, buildBalance, buildPage, buildUser, uuid } from '../../../test/builders.ts';
import { renderScreen, SIGNED_IN } from '../../../test/renderScreen.tsx';
import { isOver } from '../../data/request/userStorage.ts';
import AttentionStrip from './attention/AttentionStrip.tsx';
import { CreditChip } from './DashboardHeader.tsx';
import FirstSteps from './firstSteps/FirstSteps.tsx';

useApiServer();

describe('the credit balance', () => {
  test.each([
    [49, '49', 'Low Balance', 'danger'],
    [50, '50', 'Good', 'warning'],
    [99, '99', 'Good', 'warning'],
    [100, '100', 'Excellent', 'success'],
    [1000, '1.0k', 'Excellent', 'success'],
    [16_500, '16.5k', 'Excellent', 'success'],
  ])('shows %i credits as %s with the label %s [9-12, 9-13, 9-14, 9-15]', async (credits, amount, label, tone) => {
    answer(getBalance, buildBalance({ credits_balance: credits }));
    renderScreen(<CreditChip onOpen={() => {}} />);
    const chip = await screen.findByRole('button', { name: `${amount} credits ${label}` });
    expect(chip).toHaveTextContent(`${amount} credits ${label}`);
    expect(chip).toHaveAttribute('data-tone', tone);
  });
});

describe('what needs attention', () => {
  const attention = (changes: Partial<Attention> = {}): Attention => ({
    ...(Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])) as Record<AttentionKind, number>),
    posting_paused: null,
    rows: [],
    ...changes,
  });
  const row = (n: number, changes: Partial<AttentionRow> = {}): AttentionRow => ({
    id: uuid(n),
    task_id: null,
    name: `Page ${n}`,
    flyer: null,
    file_id: null,
    problem: null,
    at: new Date(Date.now() - 3_600_000).toISOString(),
    ...changes,
  });
  const failedRow = (n: number) =>
    row(n, { task_id: uuid(20), flyer: 'New set tonight', problem: 'The site said no.', file_id: uuid(50) });

  const onShow = jest.fn();
  const onSearchIn = jest.fn();
  const show = (user = buildUser()) =>
    renderScreen(<AttentionStrip {...{ onShow, onSearchIn }} />, { state: { session: { ...SIGNED_IN, user } } });
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  test('says that the bot cannot write, and opens its messages', async () => {
    answer(getAttention, attention({}));
    const { address } = show(buildUser({ bot_may_write: false }));
    await userEvent.click(await screen.findByRole('button', { name: 'The bot cannot write to you' }));
    expect(address()).toBe('/?dialog=messages');
    expect(screen.queryByText('Nothing needs attention.')).toBeNull();
  });

  async function open(kind: AttentionKind, rows: AttentionRow[], button: string) {
    const asked = answer(getAttention, attention({ [kind]: rows.length, rows }));
    const rendered = show();
    await userEvent.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findAllByRole('listitem');
    expect(asked.map(({ url }) => url.searchParams.get('kind'))).toEqual([null, kind]);
    return { ...rendered, dialog };
  }

  test('shows what needs a person in numbers, and why posting is paused', async () => {
    const counts = { failed: 12, partly_posted: 1, unconfirmed: 2, offline: 300, logged_out: 4, site_changed: 1 };
    answer(getAttention, attention({ ...counts, posting_paused: 'The site is down.' }));
    show();
    expect(await screen.findByText('Posting is paused for everybody: The site is down.')).toBeInTheDocument();
    await screen.findByRole('button', { name: '12 failed' });
    expect(names()).toEqual([
      '12 failed',
      '1 partly posted',
      '2 in doubt',
      '300 offline with posts to make',
      '4 logged out',
      '1 site changed',
    ]);
  });

  test('opens the failed posts, which lead to their flyer and are retried one by one or all at once', async () => {
    const { dialog, address } = await open('failed', [failedRow(1), failedRow(2)], '2 failed');
    expect(dialog.getByText('2 failed posts')).toBeVisible();
    const [first] = dialog.getAllByRole('listitem') as [HTMLElement];
    expect(first).toHaveTextContent('The site said no. (2)Page 1New set tonightabout 1 hour ago');
    expect(within(first).getByRole('link')).toHaveAttribute('href', `/tasks/${uuid(20)}`);
    const retriedOne = answer(retryTask, { message: '1 posting put back in the queue.', retried: 1 });
    await userEvent.click(dialog.getByRole('button', { name: 'Retry Page 2' }));
    expect(await dialog.findByText('1 posting put back in the queue.')).toBeVisible();
    expect(retriedOne.map(({ url, body }) => [url.pathname, body])).toEqual([
      [`/api/tasks/${uuid(20)}/retry`, { page_posting_ids: [uuid(2)] }],
    ]);
    const retried = answer(retryAttention, { message: '2 postings put back in the queue.', retried: 2 });
    answer(getAttention, attention());
    await userEvent.click(dialog.getByRole('button', { name: 'Retry all' }));
    expect(await dialog.findByText('2 postings put back in the queue.')).toBeVisible();
    expect(retried.map(({ body }) => body)).toEqual([{ kind: 'failed' }]);
    await waitFor(() => expect(dialog.queryByRole('listitem')).not.toBeInTheDocument());
    expect(dialog.getByRole('button', { name: 'Retry all' })).toBeDisabled();
    expect(address()).toBe('/');
  });

  test('posts in doubt are settled for all selected with one call for each flyer, and posted again only after a question', async () => {
    const other = { ...failedRow(3), task_id: uuid(21), at: new Date(Date.now() - 60_000).toISOString() };
    const { dialog } = await open('unconfirmed', [failedRow(1), failedRow(2), other], '3 in doubt');
    const settled = answer(retryTask, { message: '2 postings counted as posted.', retried: 0 });
    expect(dialog.queryByRole('button', { name: /Retry/ })).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'It is live (0)' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Select all 3' }));
    await userEvent.click(dialog.getByRole('button', { name: 'It is live (3)' }));
    await waitFor(() =>
      expect(settled.map(({ url, body }) => [url.pathname, body])).toEqual([
        [
          `/api/tasks/${uuid(20)}/retry`,
          { page_posting_ids: [uuid(1), uuid(2)], live_since: expect.stringMatching(/Z$/) },
        ],
        [`/api/tasks/${uuid(21)}/retry`, { page_posting_ids: [uuid(3)], live_since: other.at }],
      ]),
    );
    settled.length = 0;
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Select Page 3' }));
    await userEvent.click(dialog.getByRole('button', { name: 'It is not there (2)' }));
    expect(settled).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Post again' }));
    const again = { page_posting_ids: [uuid(1), uuid(2)], confirm_unconfirmed: true };
    await waitFor(() => expect(settled.map(({ body }) => body)).toEqual([again]));
    settled.length = 0;
    await userEvent.click(dialog.getByRole('button', { name: 'It is live: Page 3' }));
    const live = { page_posting_ids: [uuid(3)], live_since: other.at };
    await waitFor(() => expect(settled.map(({ body }) => body)).toEqual([live]));
  });
});

describe('the first steps', () => {
  const EMPTY_QUEUE = { queue_count: 0, completed_count: 0, failed_count: 0, in_progress_count: 0, posted_count: 0 };
  const PAUSED = { is_posting_active: false, current_task_id: null };
  const newUser = buildUser({ telegram_id: '42' });

  beforeEach(() => {
    answer(listUserPages, { pages: [] });
    answer(listAssistants, []);
    answer(queueInfo, EMPTY_QUEUE);
    answer(queueStatus, PAUSED);
  });

  const onShow = jest.fn();
  const onOpen = jest.fn();
  const onLinkPage = jest.fn();
  const show = () =>
    renderScreen(<FirstSteps person={newUser} onShow={onShow} onOpen={onOpen} onLinkPage={onLinkPage} />);
  const findSteps = () => screen.findByRole('region', { name: 'First steps' });

  test('shows a new user only the first step: on a computer the extension, and the runner for many pages', async () => {
    show();
    const steps = within(await findSteps());
    expect(steps.getByText('0 of 4 done')).toBeVisible();
    expect(steps.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Link a page']);
    expect(steps.getByRole('link', { name: 'Get extension.zip' })).toHaveAttribute('href', '/extension.zip');
    const ways = steps.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(ways).toEqual([expect.stringMatching(/^Up to 5 pages/), expect.stringMatching(/^More pages: the runner/)]);
    await userEvent.click(steps.getByRole('button', { name: 'Set up a runner' }));
    expect(onOpen).toHaveBeenLastCalledWith('runners');
  });

  test('the first steps are hidden permanently for this user after all steps are done', async () => {
    answer(listUserPages, { pages: [buildPage()] });
    answer(listAssistants, [buildAssistant({ active_task_count: 3, status: 'pending' })]);
    answer(queueStatus, { is_posting_active: true, current_task_id: null });
    show();
    await waitFor(() => expect(isOver('first_steps', '42')).toBe(true));
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    expect(isOver('first_steps', '43')).toBe(false);
  });
});
