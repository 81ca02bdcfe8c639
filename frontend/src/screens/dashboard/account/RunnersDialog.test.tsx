import { endRunner, listRunners, pairRunner } from '@flyerdeck/contracts';
import type { Runner } from '@flyerdeck/contracts/types';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import RunnersDialog from './RunnersDialog.tsx';

useApiServer();

const runner = (changes: Partial<Runner> = {}): Runner => ({
  id: uuid(1),
  host_name: 'Studio',
  version: '1.0.0',
  paired_at: new Date(Date.now() - 86_400_000).toISOString(),
  last_contact_at: new Date(Date.now() - 60_000).toISOString(),
  is_connected: true,
  pages: 12,
  awake: 2,
  logged_out: 0,
  ...changes,
});
const show = () => renderScreen(<RunnersDialog onClose={() => {}} />);

test('shows each runner with its pages, and which pages wait for a person', async () => {
  answer(listRunners, { runners: [runner({ logged_out: 1 })] });
  show();
  const row = (await screen.findByText('Studio')).closest('li');
  expect(row).toHaveTextContent('Connected12 pages, 2 working, 10 asleep. Last contact 1 minute ago.');
  expect(row).toHaveTextContent("1 page must be logged in again: open the runner's own page on Studio.");
});

test('pairs a runner after its machine was shown', async () => {
  answer(listRunners, { runners: [] });
  const named = { host_name: 'Studio', asked_at: new Date().toISOString() };
  answer(pairRunner, { ...named, is_paired: false });
  show();
  await userEvent.type(await screen.findByLabelText('Code of the runner'), 'abcd-efgh');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/It may then link pages/)).toHaveTextContent('Pair the runner on Studio');
  const paired = answer(pairRunner, { ...named, is_paired: true });
  await userEvent.click(screen.getByRole('button', { name: 'Pair runner' }));
  expect(await screen.findByRole('status')).toHaveTextContent('The runner on Studio is paired.');
  expect(paired).toMatchObject([{ body: { confirm: true } }]);
});

test('ends a runner with the second click only', async () => {
  answer(listRunners, { runners: [runner()] });
  const ended = answer(endRunner, undefined);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'End the runner Studio' }));
  expect(screen.getByText('Its pages stay linked, but nothing posts for them.')).toBeVisible();
  expect(ended).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'End the runner Studio now' }));
  await waitFor(() => expect(ended).toHaveLength(1));
});
