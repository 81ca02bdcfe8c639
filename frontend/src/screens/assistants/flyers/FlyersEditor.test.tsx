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
});
