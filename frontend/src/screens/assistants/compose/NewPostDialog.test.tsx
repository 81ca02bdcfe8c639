import type { AssistantUpdate } from '@flyerdeck/contracts/types';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAssistant, buildTask, useAssistantsServer } from '../../../../test/assistantsServer.ts';
import { renderAssistantsTab } from '../../../../test/assistantsTab.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import NewPostDialog from './NewPostDialog.tsx';

const { state, bodiesOf, countOf, hold } = useAssistantsServer();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:local';
  URL.revokeObjectURL = () => {};
});

describe('a new post', () => {
  const CREATE = 'POST /api/assistants';
  const UPLOAD = 'POST /api/assistants/made-0/tasks';
  const SAVE = 'PUT /api/assistants/made-0';
  const QUEUE = 'POST /api/assistants/made-0/add-to-queue';
  const DELETE = 'DELETE /api/assistants/made-0';

  const onClosed = jest.fn();
  const onShowQueue = jest.fn();
  async function open() {
    renderScreen(<NewPostDialog onClosed={onClosed} onShowQueue={onShowQueue} />);
    return screen.findByRole('dialog', { name: 'New post' });
  }
  const image = (name: string, type = 'image/png') => new File(['picture'], name, { type });
  const add = async (...names: string[]) =>
    userEvent.upload(
      screen.getByLabelText('Add flyers'),
      names.map((name) => image(name)),
    );
  const button = (name: string) => screen.getByRole('button', { name });
  const queueButton = () => button('Queue');
  const lastSaved = () => bodiesOf(SAVE).at(-1) as AssistantUpdate;

  beforeEach(() => {
    onClosed.mockReset();
    onShowQueue.mockReset();
    state.pages = ['Luna', 'Bella'].map((name, index) => ({
      id: `page-${index + 1}`,
      name,
      avatarUrl: null,
      tags: [],
    }));
  });

  test('makes an assistant with the first image, its flyers and its rules, and queues it', async () => {
    await open();
    expect(queueButton()).toBeDisabled();
    expect(queueButton()).toHaveAccessibleDescription('Add an image.');
    expect(countOf(CREATE)).toBe(0);

    // A rule that is chosen before the assistant exists.
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Luna' }));
    await userEvent.selectOptions(screen.getByLabelText('When'), '3');
    await add('a.png', 'b.png');
    await waitFor(() => expect(countOf(UPLOAD)).toBe(1));
    expect(screen.getByLabelText('Text of flyer 1')).toHaveFocus();
    await userEvent.keyboard('Tonight');
    expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Tonight')).toBeVisible();
    await userEvent.click(queueButton());

    expect(await screen.findByText('6 postings are in the queue.')).toBeVisible();
    expect(bodiesOf(CREATE)).toEqual([{ name: expect.stringMatching(/^Post, /) }]);
    expect(lastSaved()).toMatchObject({
      posting_rules: { target_pages: ['page-1'], target_tags: [], start_delay_hours: 3 },
      preset_id: null,
    });
    expect(state.tasks.map(({ description }) => description)).toEqual(['Tonight', '']);
    expect(countOf(QUEUE)).toBe(1);
    expect(countOf(DELETE)).toBe(0);
  });

  test('two additions before the first answer make one assistant, and a double click queues it once', async () => {
    state.pages = state.pages.slice(0, 1);
    await open();
    await screen.findByRole('checkbox', { name: 'Luna', checked: true });
    const answerCreation = hold(CREATE);
    await add('a.png');
    await add('b.png');
    answerCreation();
    await waitFor(() => expect(state.tasks).toHaveLength(2));
    expect(countOf(CREATE)).toBe(1);
    const answerQueueing = hold(QUEUE);
    await userEvent.dblClick(queueButton());
    await waitFor(() => expect(queueButton()).toBeDisabled());
    answerQueueing();
    await screen.findByText('6 postings are in the queue.');
    expect(countOf(QUEUE)).toBe(1);
  });

  test('a refused queueing says why, keeps the post, and can be repeated', async () => {
    state.pages = state.pages.slice(0, 1);
    state.refusals[QUEUE] = { status: 422, body: { error: 'Too many wait.', code: 'posting.too_many_pending' } };
    await open();
    await add('a.png');
    await userEvent.click(queueButton());
    expect(await screen.findByText('Failed to add to queue. Too many wait.')).toBeVisible();
    state.refusals = {};
    await userEvent.click(queueButton());
    expect(await screen.findByText('6 postings are in the queue.')).toBeVisible();
    expect(state.assistants).toHaveLength(1);
  });
});

describe('flyers', () => {
  const UPLOAD = 'POST /api/assistants/a1/tasks';
  const image = (name: string) => new File(['picture'], name, { type: 'image/png' });
  const chooser = () => screen.findByLabelText<HTMLInputElement>('Add flyers');
  const cards = () => within(screen.getByRole('list', { name: 'Flyers to post' })).getAllByRole('listitem');
  const sources = (container: HTMLElement) =>
    [...container.querySelectorAll('li img')].map((one) => one.getAttribute('src'));

  function open(tasks = [buildTask()]) {
    state.assistants = [buildAssistant({ active_task_count: tasks.length })];
    state.tasks = tasks;
    return renderAssistantsTab();
  }

  it('accepts several images, shows them and their progress immediately, and uploads them in order', async () => {
    const release = hold(UPLOAD);
    const { container } = open([]);
    await userEvent.upload(await chooser(), [image('a.png'), image('b.png')]);
    expect(cards()).toHaveLength(2);
    expect(sources(container)).toEqual(['blob:local', 'blob:local']);
    const [first, second] = cards().map((card) => within(card));
    expect(first?.getByRole('progressbar', { name: 'Upload of flyer 1' })).toHaveAttribute('value');
    expect(first?.getByText(/^(Uploading\.\.\. \d+%|Finishing\.\.\.)$/)).toBeVisible();
    expect(second?.getByText('Waiting to upload...')).toBeVisible();
    release();
    await waitFor(() => expect(sources(container)).toEqual(['/api/get_image/f1?w=240', '/api/get_image/f1?w=240']));
    expect(bodiesOf(UPLOAD)).toEqual([{ images: 2, descriptions: ['', ''] }]);
  });

  it('are deleted only after a confirmation, and not twice while the deletion runs [2.7-23]', async () => {
    const release = hold('DELETE /api/tasks/t1');
    open([buildTask({ _id: 't1' }), buildTask({ _id: 't2', sequence_order: 1 })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete flyer 1' }));
    await screen.findByText('Delete flyer 1?');
    expect(countOf('DELETE /api/tasks/t1')).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete flyer 1' })).toBeDisabled());
    expect(screen.getByRole('button', { name: 'Delete flyer 2' })).toBeEnabled();
    release();
    await waitFor(() => expect(cards()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Delete flyer 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No active tasks found.')).toBeVisible();
  });
});
