import { type Backups, listBackups, requestBackup } from '@flyerdeck/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import BackupsScreen from './BackupsScreen.tsx';

useApiServer();

const NAME = '2026-03-01T04-00-00Z';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const show = (changes: Partial<Backups> = {}) => {
  const requests = answer(listBackups, {
    every_hours: 24,
    keep: 7,
    is_late: false,
    asked_at: null,
    writing_since: null,
    failure: null,
    backups: [{ name: NAME, made_at: hoursAgo(2), byte_size: 3_500_000, row_count: 12_345 }],
    ...changes,
  });
  renderScreen(<BackupsScreen />);
  return requests;
};

test('shows each backup with its age, size and check', async () => {
  show();
  const row = (await screen.findByRole('cell', { name: NAME })).closest('tr');
  expect(row?.textContent).toMatch(/about 2 hours ago\)3\.3 MB12,345Read back, complete/);
  expect(screen.getByText('One is made every 24 hours; the newest 7 are kept.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('asks for a backup, and then shows that it is coming', async () => {
  show();
  const sent = answer(requestBackup, undefined);
  const button = await screen.findByRole('button', { name: 'Back Up Now' });
  show({ asked_at: hoursAgo(0) });
  await userEvent.click(button);
  expect((await screen.findAllByText(/A backup was asked for and begins within a minute\./))[0]).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test.each<[string, Partial<Backups>, string]>([
  ['is set up', { every_hours: null }, 'No backups are set up.'],
  ['is new enough', { is_late: true }, 'There is no backup of the last 48 hours. Is a worker running?'],
  ['was begun by a worker', { asked_at: hoursAgo(1) }, 'No worker has begun the backup that was asked for.'],
  ['succeeded', { failure: { at: hoursAgo(1), error: 'The disk is full.' } }, 'The disk is full. It is tried again'],
])('says that none %s', async (_, changes, sentence) => {
  show(changes);
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});
