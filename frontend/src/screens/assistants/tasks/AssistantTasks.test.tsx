import type { Task } from '@flyerdeck/contracts/types';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAssistant, buildTask, useAssistantsServer } from '../../../../test/assistantsServer.ts';
import { renderAssistantsTab } from '../../../../test/assistantsTab.tsx';

const { state, countOf } = useAssistantsServer();

const ARCHIVED = 'GET /api/assistants/a1/tasks?status=archived';

describe('the task lists of an assistant', () => {
  beforeEach(() => {
    state.assistants = [buildAssistant({ status: 'posting', active_task_count: 1, archived_task_count: 1 })];
  });

  it('show each task with its page counts and its errors in a small scrolling list [2.7-19, 9-45]', async () => {
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

  it("show a label for each task's status, an unknown status unchanged, and an empty status as 'Unknown' [4.3-01, 4.3-02, 4.3-03, 4.3-04, 4.3-05, 4.3-06, 4.3-07, 4.3-08, 4.3-09, 4.3-11, 4.3-12]", async () => {
    const labels = { waiting: 'Waiting', posting: 'Posting', levitating: 'levitating', '': 'Unknown' };
    state.tasks = Object.keys(labels).map((status, place) =>
      buildTask({ _id: `t${place}`, sequence_order: place, status: status as Task['status'] }),
    );
    renderAssistantsTab({ expandAssistantId: 'a1' });
    const list = await screen.findByRole('list', { name: 'Active tasks' });
    const items = within(list).getAllByRole('listitem');
    expect(items).toHaveLength(4);
    for (const [place, label] of Object.values(labels).entries()) {
      expect(within(items[place] as HTMLElement).getByText(label)).toBeVisible();
    }
  });

  it('load the archived tasks only when their tab is opened [2.7-18, 2.7-23, 4.3-10]', async () => {
    state.tasks = [buildTask({ status: 'archived', description: 'Last month' })];
    renderAssistantsTab({ expandAssistantId: 'a1' });
    expect(await screen.findByText('No active tasks found.')).toBeVisible();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Active (1)', 'Archived (1)']);
    expect(countOf(ARCHIVED)).toBe(0);
    await userEvent.click(screen.getByRole('tab', { name: 'Archived (1)' }));
    expect(await screen.findByText('1. Last month')).toBeVisible();
    expect(screen.getByText('Archived')).toBeVisible();
    expect(countOf(ARCHIVED)).toBe(1);
  });

  it("show 'Failed to fetch archived tasks: ...' and load them again on Retry [2.7-23, 8.3-18]", async () => {
    renderAssistantsTab({ expandAssistantId: 'a1' });
    await screen.findByText('No active tasks found.');
    state.refusals['GET /api/assistants/a1/tasks'] = { status: 500 };
    await userEvent.click(screen.getByRole('tab', { name: 'Archived (1)' }));
    expect(await screen.findByText('Failed to fetch archived tasks: API request failed with status 500')).toBeVisible();
    state.refusals = {};
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No archived tasks found.')).toBeVisible();
  });
});
