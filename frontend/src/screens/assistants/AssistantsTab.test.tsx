import type { Assistant } from '@flyerdeck/contracts/types';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAssistant, buildTask, useAssistantsServer } from '../../../test/assistantsServer.ts';
import { renderAssistantsTab } from '../../../test/assistantsTab.tsx';

const { state, bodiesOf, countOf } = useAssistantsServer();

const toggle = (name: string) => screen.findByRole('button', { name });
const isOpen = async (name: string) => (await toggle(name)).getAttribute('aria-expanded') === 'true';

describe('the list of assistants', () => {
  it("shows a label for each status, an unknown status unchanged, and an empty status as 'Unknown', and opens only waiting assistants [2.7-02, 4.8-01, 4.8-02, 4.8-03, 4.8-04, 4.8-05, 4.8-06, 4.8-07, 4.8-08, 4.8-09, 4.8-10]", async () => {
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

  it('opens the assistant named by expandAssistantId, also when it changes later [2.2-12]', async () => {
    state.assistants = [
      buildAssistant({ _id: 'a1', name: 'One', status: 'failed' }),
      buildAssistant({ _id: 'a2', name: 'Two', status: 'failed' }),
    ];
    const { change } = renderAssistantsTab({ expandAssistantId: 'a1' });
    expect(await isOpen('One')).toBe(true);
    expect(await isOpen('Two')).toBe(false);
    change({ expandAssistantId: 'a2' });
    expect(await isOpen('Two')).toBe(true);
  });

  it('opens and closes a panel by a click on the name [2.7-01]', async () => {
    state.assistants = [buildAssistant({ name: 'Evening promo' })];
    renderAssistantsTab();
    await userEvent.click(await toggle('Evening promo'));
    expect(await isOpen('Evening promo')).toBe(false);
    expect(screen.queryByLabelText('Rule mode')).not.toBeInTheDocument();
    await userEvent.click(await toggle('Evening promo'));
    expect(screen.getByLabelText('Rule mode')).toBeVisible();
  });

  it("is searched by name and id, and shows 'No assistants match your search.' when none matches [2.7-20, 2.7-21, 2.7-22]", async () => {
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

  it("shows 'Failed to fetch assistants.' and loads them again on Retry [2.7-24, 8.3-10]", async () => {
    state.refusals['GET /api/assistants'] = { status: 500 };
    renderAssistantsTab();
    expect(await screen.findByText('Failed to fetch assistants.')).toBeVisible();
    expect(screen.queryByText('No assistants found.')).not.toBeInTheDocument();
    state.refusals = {};
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No assistants found.')).toBeVisible();
  });
});

describe('while an assistant is being posted', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const passTenSeconds = () => act(() => jest.advanceTimersByTimeAsync(10_000));

  it('the list and its open flyers are polled until all assistants are finished', async () => {
    const task = { assistant_id: 'a1', status: 'posting' } as const;
    state.assistants = [buildAssistant({ status: 'posting' })];
    state.tasks = [buildTask({ ...task, page_counts: { posted: 0, pending: 2, failed: 0, total: 2 } })];
    renderAssistantsTab({ expandAssistantId: 'a1' });
    expect(await screen.findByText('0 of 2 posted')).toBeVisible();
    state.tasks = [buildTask({ ...task, page_counts: { posted: 1, pending: 1, failed: 0, total: 2 } })];
    await passTenSeconds();
    expect(await screen.findByText('1 of 2 posted')).toBeVisible();
    state.assistants = [buildAssistant({ status: 'completed' })];
    await passTenSeconds();
    expect(await screen.findByText('Completed')).toBeVisible();
    const requestCount = countOf('GET /api/assistants');
    await passTenSeconds();
    await passTenSeconds();
    expect(countOf('GET /api/assistants')).toBe(requestCount);
  });
});

describe('the form for a new assistant', () => {
  const clickCreate = async () => userEvent.click(await screen.findByRole('button', { name: 'New assistant' }));

  it('creates an assistant with the given name and opens its panel', async () => {
    renderAssistantsTab();
    await userEvent.type(screen.getByLabelText('Name of the new assistant'), ' Friday ');
    await clickCreate();
    expect(await isOpen('Friday')).toBe(true);
    expect(bodiesOf('POST /api/assistants')).toEqual([{ name: 'Friday' }]);
    expect(screen.getByLabelText('Name of the new assistant')).toHaveValue('');
  });

  it('creates an assistant without a name [2.7-03]', async () => {
    renderAssistantsTab();
    await clickCreate();
    expect(await isOpen('(Unnamed Assistant)')).toBe(true);
    expect(bodiesOf('POST /api/assistants')).toEqual([{}]);
  });
});

describe('the actions of an assistant', () => {
  const open = (status: Parameters<typeof buildAssistant>[0]) => {
    state.assistants = [buildAssistant(status)];
    renderAssistantsTab({ expandAssistantId: 'a1' });
    return screen.findByRole('button', { name: 'Delete assistant' });
  };
  const hasButton = (name: string) => screen.queryByRole('button', { name }) !== null;

  it.each([
    ['waiting', false, false, false],
    ['in_queue', true, false, false],
    ['pending', true, false, false],
    ['posting', true, false, true],
    ['paused', false, true, false],
    ['completed', false, false, true],
    ['partially_completed', false, false, true],
    ['failed', false, false, true],
  ] as const)(
    'while %s: Pause %s, Resume %s, Process screenshots %s [2.7-16, 5-15]',
    async (status, pause, resume, process) => {
      await open({ status });
      expect([hasButton('Pause'), hasButton('Resume'), hasButton('Process screenshots and notify bot')]).toEqual([
        pause,
        resume,
        process,
      ]);
    },
  );

  it('Resume resumes a paused assistant [2.7-15, 4.8-11]', async () => {
    await open({ status: 'paused', pause_reason: 'insufficient_credits' });
    expect(screen.getByText('Out of credits')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('The assistant goes on.')).toBeVisible();
    expect(await screen.findByText('In Queue')).toBeVisible();
    expect(hasButton('Resume')).toBe(false);
  });

  it.each([
    ['paused', 'Resume', 'resume', 'Failed to resume assistant.', null],
    ['paused', 'Resume', 'resume', 'Failed to resume assistant. Only when paused.', 'Only when paused.'],
    ['completed', 'Process screenshots and notify bot', 'process-screenshots', 'Failed to process screenshots.', null],
    ['posting', 'Pause', 'pause', 'Failed to pause assistant.', null],
    ['failed', 'Download screenshots', 'screenshots/ticket', 'Failed to download the screenshots.', null],
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

  it('Delete asks for confirmation before the assistant is deleted [2.7-17]', async () => {
    await userEvent.click(await open({ status: 'completed' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Evening promo?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(countOf('DELETE /api/assistants/a1')).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Delete assistant' }));
    const secondDialog = within(await screen.findByRole('dialog'));
    await userEvent.click(secondDialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No assistants found.')).toBeVisible();
  });

  it("Delete keeps the assistant and shows 'Failed to delete assistant.' when it fails [8.3-14]", async () => {
    state.refusals['DELETE /api/assistants/a1'] = { status: 500 };
    await userEvent.click(await open({ status: 'completed' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete assistant.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('article', { hidden: true })).toBeInTheDocument());
  });
});
