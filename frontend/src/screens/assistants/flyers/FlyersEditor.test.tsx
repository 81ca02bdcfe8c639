import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAssistant, buildTask, useAssistantsServer } from '../../../../test/assistantsServer.ts';
import { renderAssistantsTab } from '../../../../test/assistantsTab.tsx';

const { state, bodiesOf, countOf, hold } = useAssistantsServer();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:local';
  URL.revokeObjectURL = () => {};
});

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

describe('adding flyers', () => {
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

  it('requests only the list of assistants after an upload', async () => {
    open([]);
    await userEvent.upload(await chooser(), ['a.png', 'b.png', 'c.png'].map(image));
    const list = 'GET /api/assistants';
    await waitFor(() => expect(countOf(list)).toBe(2));
    expect(cards()).toHaveLength(3);
    const calls = state.requests.map(({ call }) => call);
    const after = calls.slice(calls.indexOf(UPLOAD)).filter((call) => !call.endsWith('/forecast'));
    expect(after).toEqual([UPLOAD, list]);
  });

  it('uploads an image that is dropped on the panel', async () => {
    open([]);
    const zone = (await chooser()).closest('label')?.parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [image('a.png')] } });
    await waitFor(() => expect(countOf(UPLOAD)).toBe(1));
  });

  const paste = (target: Element, types: string[]) => {
    const event = createEvent.paste(target, { clipboardData: { types, files: [image('a.png')] } });
    fireEvent(target, event);
    return event.defaultPrevented;
  };

  it('uploads a pasted image when only one panel is open', async () => {
    open([]);
    await chooser();
    expect(paste(document.body, ['Files'])).toBe(true);
    await waitFor(() => expect(countOf(UPLOAD)).toBe(1));
  });

  it('ignores a paste when two panels are open or when a text is pasted into a field', async () => {
    open();
    state.assistants = [...state.assistants, buildAssistant({ _id: 'a2', name: 'Other' })];
    await waitFor(() => expect(screen.getAllByLabelText('Add flyers')).toHaveLength(2));
    expect(paste(document.body, ['Files'])).toBe(false);
    expect(paste(await screen.findByLabelText('Text of flyer 1'), ['text/plain', 'Files'])).toBe(false);
    expect(countOf(UPLOAD)).toBe(0);
  });

  it('keeps a flyer whose upload is refused, shows the reason and uploads it again on Retry', async () => {
    state.refusals[UPLOAD] = { status: 415, body: { error: 'This is no image.', code: 'file.not_an_image' } };
    open([]);
    await userEvent.upload(await chooser(), image('a.png'));
    expect(await screen.findByText('Failed to upload a.png. This is no image.')).toBeVisible();
    state.refusals = {};
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(state.tasks).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('keeps the focus and the typed text of a flyer when its upload finishes', async () => {
    const release = hold(UPLOAD);
    const { container } = open([]);
    await userEvent.upload(await chooser(), image('a.png'));
    const text = screen.getByLabelText('Text of flyer 1');
    await userEvent.type(text, 'Tonight');
    release();
    await waitFor(() => expect(sources(container)).toEqual(['/api/get_image/f1?w=240']));
    expect(screen.getByLabelText('Text of flyer 1')).toBe(text);
    expect(text).toHaveFocus();
    expect(text).toHaveValue('Tonight');
    await waitFor(() => expect(state.tasks[0]?.description).toBe('Tonight'));
  });
});

describe('the flyers of a waiting assistant', () => {
  it('have a text that is saved when its field loses the focus', async () => {
    open();
    const text = await screen.findByLabelText('Text of flyer 1');
    await userEvent.type(text, '!');
    await userEvent.tab();
    await waitFor(() => expect(bodiesOf('PUT /api/tasks/t1')).toEqual([{ description: 'New set tonight!' }]));
    expect(await screen.findByText('Saved')).toBeVisible();
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

  it('stay in the list with an error when the deletion is refused', async () => {
    state.refusals['DELETE /api/tasks/t1'] = {
      status: 409,
      body: { error: 'Not now.', code: 'assistant.not_waiting' },
    };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete flyer 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await within(cards()[0] as HTMLElement).findByText('Failed to delete the flyer. Not now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete flyer 1' })).toBeEnabled();
  });

  it('can be moved only when no upload is in progress', async () => {
    const release = hold(UPLOAD);
    open([buildTask({ _id: 't1' }), buildTask({ _id: 't2', sequence_order: 1 })]);
    const handle = await screen.findByRole('button', { name: 'Move flyer 2' });
    expect(handle).toHaveAttribute('aria-disabled', 'false');
    await userEvent.upload(await chooser(), image('c.png'));
    expect(handle).toHaveAttribute('aria-disabled', 'true');
    release();
    await waitFor(() => expect(handle).toHaveAttribute('aria-disabled', 'false'));
  });

  it("show 'Failed to fetch active tasks: ...' when they cannot be loaded [8.3-18]", async () => {
    state.refusals['GET /api/assistants/a1/tasks'] = {
      status: 503,
      body: { error: 'Back soon.', code: 'unavailable' },
    };
    open();
    expect(await screen.findByText('Failed to fetch active tasks: Back soon.')).toBeVisible();
  });
});
