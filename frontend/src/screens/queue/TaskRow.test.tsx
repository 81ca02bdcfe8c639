import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPosting, buildTask, renderQueueTab, useQueueServer } from '../../../test/queueTab.tsx';

const { state, countOf, bodiesOf, hold } = useQueueServer();

const RETRY = 'POST /api/tasks/t1/retry';
const failedCounts = { posted: 1, pending: 0, failed: 2, total: 3 };

const openTab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }));
const onlyRow = async () => screen.findByRole('article');
const retryButton = async () => within(await onlyRow()).findByRole('button', { name: 'Retry' });

describe('a task row', () => {
  it('shows position, text, picture, assistant, status and the counts that are not zero [2.8-10, 2.8-11, 2.8-12, 2.8-13, 2.8-15, 2.8-16, 2.8-17]', async () => {
    const counts = { posted: 0, pending: 0, failed: 0 };
    state.tasks = [
      buildTask({
        _id: '1',
        file_id: 'f1',
        sequence_order: 4,
        description: 'Big news',
        page_counts: { ...counts, posted: 2, pending: 1, total: 3 },
      }),
      buildTask({ _id: '2', file_id: null, description: '', page_counts: { ...counts, failed: 4, total: 4 } }),
    ];
    const { container } = renderQueueTab();
    const [first, second] = (await screen.findAllByRole('article')).map((row) => within(row));
    for (const text of ['5. Big news', 'Evening promo', 'In Queue', '2 posted', '1 pending'])
      expect(first?.getByText(text)).toBeVisible();
    expect(first?.queryByText(/failed/)).not.toBeInTheDocument();
    for (const text of ['1. (No description)', '4 failed']) expect(second?.getByText(text)).toBeVisible();
    expect(second?.queryByText(/posted|pending/)).not.toBeInTheDocument();
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/api/get_image/f1?w=160',
    ]);
    expect(second?.getByRole('img', { name: 'No picture' })).toBeVisible();
  });

  it('shows when it was created, or when it was updated later [2.8-18, 2.8-19]', async () => {
    const now = Date.now();
    const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    state.tasks = [
      buildTask({ _id: '1', createdAt: ago(120), updatedAt: ago(120) }),
      buildTask({ _id: '2', createdAt: ago(120), updatedAt: ago(5) }),
    ];
    renderQueueTab();
    expect(await screen.findByText('Created about 2 hours ago')).toBeVisible();
    expect(screen.getByText('Updated 5 minutes ago')).toBeVisible();
  });

  it('shows a summary of the wait reasons, and the full reason of each page after a click on Pages', async () => {
    state.tasks = [buildTask({ _id: 't1', page_counts: { posted: 1, pending: 1, failed: 0, total: 2 } })];
    state.postings.t1 = [
      buildPosting({ id: 'p1', name: 'Luna', status: 'pending', wait_reason: 'page_offline', errorMessage: null }),
      buildPosting({ id: 'p2', name: 'Nova', status: 'completed', errorMessage: null }),
    ];
    renderQueueTab();
    const row = within(await onlyRow());
    expect(await row.findByText('Waiting: 1 page offline')).toBeVisible();
    expect(row.queryByText('Luna')).not.toBeInTheDocument();
    await userEvent.click(row.getByRole('button', { name: 'Pages (2)' }));
    expect(await row.findByText(/Open its browser with the extension/)).toHaveTextContent(
      'Luna: The page has not polled',
    );
    expect(row.getByText(/Nova/).closest('li')).toHaveTextContent('Nova: Posted.');
    await userEvent.click(row.getByRole('button', { name: 'Hide pages' }));
    expect(row.queryByText('Nova')).not.toBeInTheDocument();
  });

  it('failed pages are loaded without a click, and not retried while the task is in progress [4.6-05, 4.6-06, 4.6-07]', async () => {
    const STATUSES = ['failed', 'partially_completed', 'posting'] as const;
    state.tasks = STATUSES.map((status) =>
      buildTask({ _id: status, status, page_counts: { posted: 1, pending: 0, failed: 1, total: 2 } }),
    );
    for (const status of STATUSES)
      state.postings[status] = [buildPosting({ name: status, errorMessage: 'The site asked for a captcha.' })];
    renderQueueTab();
    const failures = async (count: number) => {
      await waitFor(() => expect(screen.getAllByRole('list', { name: 'Failed pages' })).toHaveLength(count));
      return screen.getAllByRole('list', { name: 'Failed pages' });
    };
    await openTab(/^In Progress/);
    expect((await failures(1))[0]).toHaveTextContent('posting: The site asked for a captcha.');
    expect(screen.queryByRole('button', { name: /Retry/ })).not.toBeInTheDocument();
    await openTab(/^Failed/);
    const [failed, partially] = await failures(2);
    expect(failed).toHaveTextContent('failed: The site asked for a captcha.');
    expect(partially).toHaveTextContent('partially_completed: The site asked for a captcha.');
    expect(STATUSES.map((status) => countOf(`GET /api/tasks/${status}`))).toEqual([1, 1, 1]);
  });
});

describe('a failed task', () => {
  beforeEach(() => {
    state.tasks = [buildTask({ _id: 't1', status: 'partially_completed', page_counts: failedCounts })];
    state.postings.t1 = [
      buildPosting({ id: 'p1', name: 'Luna', errorMessage: 'Composer did not open.' }),
      buildPosting({ id: 'p2', name: 'Nova', errorMessage: null }),
      buildPosting({ id: 'p3', name: 'Vega', status: 'completed', errorMessage: null }),
    ];
  });

  it('lists each failed page with its error message without a click [2.8-20, 8.2-13, 8.2-14]', async () => {
    renderQueueTab();
    await openTab(/^Failed/);
    const failures = within(await screen.findByRole('list', { name: 'Failed pages' }));
    expect(failures.getAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)).toEqual([
      'Luna: Composer did not open.',
      'Nova: No error message provided.',
    ]);
  });

  it.each([
    [undefined, 'Error loading details: Failed to fetch details.'],
    ['The task is gone.', 'Error loading details: The task is gone.'],
  ])('shows why its details cannot be loaded (server message: %p) [8.2-12]', async (sentence, shown) => {
    state.refusals['GET /api/tasks/t1'] = {
      status: 500,
      ...(sentence ? { body: { error: sentence, code: 'internal' } } : {}),
    };
    renderQueueTab();
    await openTab(/^Failed/);
    expect(await screen.findByText(shown)).toBeVisible();
  });

  it("is retried for all failed pages by an empty body, and the button shows 'Retrying...' meanwhile; a refusal is only logged [4.6-04, 8.2-15]", async () => {
    const release = hold(RETRY);
    state.refusals[RETRY] = { status: 409, body: { error: 'The page was unlinked.', code: 'page.unlinked' } };
    renderQueueTab();
    await openTab(/^Failed/);
    await userEvent.click(await retryButton());
    expect(await screen.findByRole('button', { name: 'Retrying...' })).toBeDisabled();
    release();
    expect(await retryButton()).toBeEnabled();
    expect(bodiesOf(RETRY)).toEqual([{}]);
    expect(screen.queryByText(/The page was unlinked/)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a failed posting that may be live', () => {
  beforeEach(() => {
    state.tasks = [buildTask({ _id: 't1', status: 'failed', page_counts: failedCounts })];
    state.postings.t1 = [
      buildPosting({ id: 'p1', name: 'Luna', error_code: 'unconfirmed' }),
      buildPosting({ id: 'p2', name: 'Nova' }),
    ];
  });

  const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const openDialog = async () => {
    renderQueueTab();
    await openTab(/^Failed/);
    await screen.findByRole('list', { name: 'Failed pages' });
    await clickButton('Retry');
    return screen.findByRole('dialog', { name: 'The post may be live already' });
  };

  it('is retried only after a confirmation that names its page', async () => {
    const dialog = await openDialog();
    expect(within(dialog).getByRole('list', { name: 'Pages to check' })).toHaveTextContent(/^Luna$/);
    await clickButton('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(countOf(RETRY)).toBe(0);
    await clickButton('Retry');
    await clickButton('Retry anyway');
    await waitFor(() => expect(bodiesOf(RETRY)).toEqual([{ confirm_unconfirmed: true }]));
  });
});
