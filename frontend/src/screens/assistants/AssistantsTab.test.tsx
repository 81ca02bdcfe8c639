import type { Assistant } from '@flyerdeck/contracts/types';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  buildAssistant,
  buildForecast,
  buildRules,
  buildTask,
  useAssistantsServer,
} from '../../../test/assistantsServer.ts';
import { renderAssistantsTab } from '../../../test/assistantsTab.tsx';

const { state, bodiesOf, countOf } = useAssistantsServer();

describe('the tab', () => {
  const toggle = (name: string) => screen.findByRole('button', { name });
  const isOpen = async (name: string) => (await toggle(name)).getAttribute('aria-expanded') === 'true';

  it("the list shows a label for each status, an unknown status unchanged, and an empty status as 'Unknown', and opens only waiting assistants [2.7-02, 4.8-01, 4.8-02, 4.8-03, 4.8-04, 4.8-05, 4.8-06, 4.8-07, 4.8-08, 4.8-09, 4.8-10]", async () => {
    const labels = { waiting: 'Waiting to Start', posting: 'Posting Tasks', levitating: 'levitating', '': 'Unknown' };
    state.assistants = Object.keys(labels).map((status) =>
      buildAssistant({ _id: `is-${status}`, name: `Is ${status}.`, status: status as Assistant['status'] }),
    );
    renderAssistantsTab();
    await screen.findByRole('article', { name: 'Is waiting.' });
    for (const [status, label] of Object.entries(labels)) {
      expect(within(screen.getByRole('article', { name: `Is ${status}.` })).getByText(label)).toBeVisible();
      expect(await isOpen(`Is ${status}.`)).toBe(status === 'waiting');
    }
  });

  it('the list opens the assistant named by expandAssistantId, also when it changes later, and opens and closes a panel by a click on the name [2.2-12, 2.7-01]', async () => {
    state.assistants = ['One', 'Two'].map((name) => buildAssistant({ _id: name, name, status: 'failed' }));
    const { change } = renderAssistantsTab({ expandAssistantId: 'One' });
    expect([await isOpen('One'), await isOpen('Two')]).toEqual([true, false]);
    change({ expandAssistantId: 'Two' });
    expect(await isOpen('Two')).toBe(true);
    for (const name of ['One', 'Two']) await userEvent.click(await toggle(name));
    expect([await isOpen('One'), await isOpen('Two')]).toEqual([false, false]);
    expect(screen.queryByLabelText('Rule mode')).not.toBeInTheDocument();
    await userEvent.click(await toggle('One'));
    expect(screen.getByLabelText('Rule mode')).toBeInTheDocument();
  });

  it("the list is searched by name and id, and shows 'No assistants match your search.' when none matches [2.7-20, 2.7-21, 2.7-22]", async () => {
    state.assistants = [
      buildAssistant({ _id: 'a1-id', name: 'Morning', status: 'paused' }),
      buildAssistant({ _id: 'a2-id', name: 'Evening', status: 'paused' }),
    ];
    const { change } = renderAssistantsTab({ search: 'zzz' });
    expect(await screen.findByText('No assistants match your search.')).toBeVisible();
    expect(screen.queryByText('No assistants found.')).not.toBeInTheDocument();
    for (const [search, names] of [
      ['morn', ['Morning']],
      ['A2-ID', ['Evening']],
      ['', ['Morning', 'Evening']],
    ] as const) {
      change({ search });
      expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(names);
    }
  });

  it("the list shows 'Failed to fetch assistants.' and loads them again on Retry [2.7-24, 8.3-10]", async () => {
    state.refusals['GET /api/assistants'] = { status: 500 };
    renderAssistantsTab();
    expect(await screen.findByText('Failed to fetch assistants.')).toBeVisible();
    expect(screen.queryByText('No assistants found.')).not.toBeInTheDocument();
    state.refusals = {};
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No assistants found.')).toBeVisible();
  });

  it('a new assistant is created without a name [2.7-03]', async () => {
    renderAssistantsTab();
    await userEvent.click(await screen.findByRole('button', { name: 'New assistant' }));
    expect(await isOpen('(Unnamed Assistant)')).toBe(true);
    expect(bodiesOf('POST /api/assistants')).toEqual([{}]);
  });

  const PROCESS = 'Process screenshots and notify bot';
  const ONLY_WAITING = 'Only assistants in waiting state can be added to queue.';
  const open = (status: Parameters<typeof buildAssistant>[0]) => {
    state.assistants = [buildAssistant(status)];
    renderAssistantsTab({ expandAssistantId: 'a1' });
    return screen.findByRole('button', { name: 'Delete assistant' });
  };
  const hasButton = (name: string) => screen.queryByRole('button', { name }) !== null;

  it('each status offers its actions, and only a waiting assistant is added to the queue [2.7-16, 5-14, 5-15]', async () => {
    const offers = [
      ['waiting', []],
      ['in_queue', ['Pause']],
      ['pending', ['Pause']],
      ['posting', ['Pause', PROCESS]],
      ['paused', ['Resume']],
      ['completed', [PROCESS]],
      ['partially_completed', [PROCESS]],
      ['failed', [PROCESS]],
    ] as const;
    state.assistants = offers.map(([status]) => buildAssistant({ _id: status, name: status, status }));
    const { change } = renderAssistantsTab();
    for (const [status, names] of offers) {
      change({ expandAssistantId: status });
      const card = within(await screen.findByRole('article', { name: status }));
      const add = await card.findByText('Add to Queue');
      expect([status, add.closest('button')?.disabled]).toEqual([status, status !== 'waiting']);
      if (status !== 'waiting') expect(add.closest('button')).toHaveAccessibleDescription(ONLY_WAITING);
      const shown = ['Pause', 'Resume', PROCESS].filter((name) => card.queryByText(name));
      expect([status, shown]).toEqual([status, names]);
    }
  });

  it('Resume resumes a paused assistant [2.7-15, 4.8-11]', async () => {
    await open({ status: 'paused', pause_reason: 'insufficient_credits' });
    expect(screen.getByText('Out of credits')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('The assistant goes on.')).toBeVisible();
    expect(await screen.findByText('In Queue')).toBeVisible();
    expect(hasButton('Resume')).toBe(false);
  });

  it.each([
    ['paused', 'Resume', 'resume', 'Failed to resume assistant. Only when paused.', 'Only when paused.'],
    ['completed', PROCESS, 'process-screenshots', 'Failed to process screenshots.', null],
  ] as const)(
    "while %s, a refused %s shows an error in the assistant's panel [5-15, 8.3-16, 8.3-17]",
    async (status, name, call, text, reason) => {
      state.refusals[`POST /api/assistants/a1/${call}`] = {
        status: 409,
        ...(reason && { body: { error: reason, code: 'assistant.not_paused' } }),
      };
      await open({ status });
      await userEvent.click(screen.getByRole('button', { name }));
      const alert = await within(screen.getByRole('article')).findByRole('alert');
      expect(within(alert).getByText(text)).toBeVisible();
    },
  );

  it("Delete asks for confirmation; when it fails, the assistant stays with 'Failed to delete assistant.' [2.7-17, 8.3-14]", async () => {
    const confirm = async (name: string) => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Delete Evening promo?' }));
      await userEvent.click(dialog.getByRole('button', { name }));
    };
    state.refusals['DELETE /api/assistants/a1'] = { status: 500 };
    const deletion = await open({ status: 'completed' });
    await userEvent.click(deletion);
    await confirm('Cancel');
    expect(countOf('DELETE /api/assistants/a1')).toBe(0);
    await userEvent.click(deletion);
    await confirm('Delete');
    expect(await screen.findByText('Failed to delete assistant.')).toBeVisible();
    state.refusals = {};
    await userEvent.click(screen.getByRole('button', { name: 'Delete assistant' }));
    await confirm('Delete');
    expect(await screen.findByText('No assistants found.')).toBeVisible();
  });
});

describe('queueing', () => {
  const addButton = () => screen.findByRole('button', { name: 'Add to Queue' });
  const open = (fields: Parameters<typeof buildAssistant>[0] = {}) => {
    state.assistants = [buildAssistant(fields)];
    renderAssistantsTab({ expandAssistantId: 'a1' });
  };

  it('Add to Queue is disabled without a target [2.7-14, 4.8-11]', async () => {
    open({ posting_rules: buildRules({ target_tags: [] }) });
    expect(await addButton()).toBeDisabled();
  });

  it('Add to Queue saves pending edits, then queues the assistant and shows it as queued, and does not when they cannot be saved [4.8-11]', async () => {
    open();
    state.refusals['PUT /api/assistants/a1'] = { status: 500 };
    await userEvent.type(await screen.findByLabelText('Name'), '!');
    await userEvent.click(await addButton());
    expect(await screen.findByText(/^Failed to add to queue\. Some changes/)).toBeVisible();
    expect(countOf('POST /api/assistants/a1/add-to-queue')).toBe(0);
    state.refusals = {};
    await waitFor(async () => expect(await addButton()).toBeEnabled());
    await userEvent.click(await addButton());
    expect(await screen.findByText('6 postings are in the queue.')).toBeVisible();
    expect(screen.getByText('In Queue')).toBeVisible();
    const calls = state.requests.map(({ call }) => call);
    expect(calls.indexOf('PUT /api/assistants/a1')).toBeGreaterThan(-1);
    expect(calls.indexOf('PUT /api/assistants/a1')).toBeLessThan(calls.indexOf('POST /api/assistants/a1/add-to-queue'));
    expect(state.assistants[0]?.name).toBe('Evening promo!');
    expect(await addButton()).toBeDisabled();
  });

  it("Add to Queue shows the server's or its own error when the server refuses [8.3-15]", async () => {
    const call = 'POST /api/assistants/a1/add-to-queue';
    open();
    for (const [refusal, shown] of [
      [{ status: 500 }, 'Failed to add to queue.'],
      [{ status: 422, body: { error: 'No flyer.', code: 'x' } }, 'Failed to add to queue. No flyer.'],
    ] as const) {
      state.refusals[call] = refusal;
      await userEvent.click(await addButton());
      expect(await screen.findByText(shown)).toBeVisible();
      await waitFor(async () => expect(await addButton()).toBeEnabled());
    }
  });

  it('the forecast shows pages, postings, cost and times, what is missing, and why nothing can be queued', async () => {
    state.forecast = buildForecast({ shortfall: 20, problem: 'Add at least one flyer.', last_at: null });
    open();
    const box = within(await screen.findByRole('figure', { name: 'Forecast' }));
    const terms = await box.findAllByRole('term');
    expect(
      Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])),
    ).toMatchObject({
      ...{ Pages: '3', Postings: '6', 'Credits needed': '30', 'Your balance': '150' },
      'First post': expect.stringMatching(/^Jan 5, 2026/),
    });
    expect(box.getByText('20 credits are missing.')).toBeVisible();
    expect(box.getByText('Add at least one flyer.')).toBeVisible();
  });
});

describe('tasks', () => {
  const ARCHIVED = 'GET /api/assistants/a1/tasks?status=archived';

  beforeEach(() => {
    state.assistants = [buildAssistant({ status: 'posting', active_task_count: 1, archived_task_count: 1 })];
  });

  it('the lists show each task with its page counts and its errors in a small scrolling list [2.7-19, 9-45]', async () => {
    state.tasks = [
      buildTask({
        status: 'posting',
        page_counts: { posted: 2, pending: 1, failed: 1, total: 4 },
        errors: [
          { message: 'Composer did not open.', page_name: 'Luna' },
          { message: '', page_name: 'Nova' },
        ],
      }),
    ];
    renderAssistantsTab({ expandAssistantId: 'a1' });
    const list = within(await screen.findByRole('list', { name: 'Active tasks' }));
    expect(list.getByText('1. New set tonight')).toBeVisible();
    expect(list.getByText('2 of 4 posted')).toBeVisible();
    expect(list.getByText('1 failed')).toBeVisible();
    const errors = list.getByRole('list', { name: 'Errors' });
    expect(errors).toHaveStyle({ maxHeight: '100px' });
    expect(
      within(errors)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Luna: Composer did not open.', 'Nova: No error message provided.']);
  });

  it("the lists load the archived tasks only when their tab is opened, show 'Failed to fetch archived tasks: ...', and load them again on Retry [2.7-18, 2.7-23, 4.3-10, 8.3-18]", async () => {
    state.tasks = [buildTask({ status: 'archived', description: 'Last month' })];
    renderAssistantsTab({ expandAssistantId: 'a1' });
    expect(await screen.findByText('No active tasks found.')).toBeVisible();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Active (1)', 'Archived (1)']);
    expect(countOf(ARCHIVED)).toBe(0);
    state.refusals['GET /api/assistants/a1/tasks'] = { status: 500 };
    await userEvent.click(screen.getByRole('tab', { name: 'Archived (1)' }));
    expect(await screen.findByText('Failed to fetch archived tasks: API request failed with status 500')).toBeVisible();
    state.refusals = {};
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1. Last month')).toBeVisible();
    expect(screen.getByText('Archived')).toBeVisible();
  });
});
