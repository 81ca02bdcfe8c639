import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAssistant, useAssistantsServer } from '../../../../test/assistantsServer.ts';
import { renderAssistantsTab } from '../../../../test/assistantsTab.tsx';
import { buildRepeat } from '../../../../test/builders.ts';

const { state, bodiesOf, countOf } = useAssistantsServer();

const open = (fields: Parameters<typeof buildAssistant>[0] = {}) => {
  state.assistants = [buildAssistant({ status: 'completed', ...fields })];
  renderAssistantsTab({ expandAssistantId: 'a1' });
  return screen.findByRole('button', { name: 'Run again' });
};
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function openDialog(button: string) {
  await click(button);
  return within(await screen.findByRole('dialog', { name: 'Repeat Evening promo' }));
}
const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

it('Run again makes one copy, also after a doubled click', async () => {
  const button = await open();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText(/^A copy waits at the top/)).toBeVisible();
  const statuses = () =>
    screen.getAllByRole('article').map((card) => within(card).getByText(/Waiting|Completed/).textContent);
  // The list is read again after the answer that shows the sentence.
  await waitFor(() => expect(statuses()).toEqual(['Completed', 'Waiting to Start']));
  expect(state.assistants).toHaveLength(2);
});

it('the dialog saves weekdays, a zone, a first and a last day', async () => {
  await open();
  const dialog = await openDialog('Repeat');
  const save = dialog.getByRole('button', { name: 'Save' });
  set(dialog.getByLabelText('Repeat'), 'weekdays');
  expect(save).toBeDisabled();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Friday' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Monday' }));
  set(dialog.getByLabelText('Time'), '07:30');
  set(dialog.getByLabelText('First day'), '2027-01-01');
  set(dialog.getByLabelText('End'), 'date');
  expect(save).toBeDisabled();
  set(dialog.getByLabelText('Last day'), '2027-12-31');
  await userEvent.click(save);
  await waitFor(() => expect(countOf('PUT /api/assistants/a1/repeat')).toBe(1));
  expect(bodiesOf('PUT /api/assistants/a1/repeat')).toMatchObject([
    {
      every_days: null,
      weekdays: [1, 5],
      local_time: '07:30',
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
      max_runs: null,
    },
  ]);
});

it('a repeat is paused, resumed and deleted', async () => {
  await open({ repeat: buildRepeat() });
  expect(screen.getByText('Every day at 18:00 (Europe/Berlin), next: Mon, Mar 2, 2026, 18:00')).toBeVisible();
  await click('Pause repeat');
  expect(await screen.findByText('Every day at 18:00 (Europe/Berlin), paused')).toBeVisible();
  expect(screen.getByText('Repeat paused')).toBeVisible();
  await click('Resume repeat');
  expect(await screen.findByText(/next: Mon, Mar 2/)).toBeVisible();
  await click('Delete repeat');
  expect(await screen.findByRole('button', { name: 'Repeat' })).toBeVisible();
  expect(screen.queryByText(/Every day/)).not.toBeInTheDocument();
});
