import { endSession, listSessions } from '@flyerdeck/contracts';
import type { OwnSession } from '@flyerdeck/contracts/types';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import SessionsDialog from './SessionsDialog.tsx';

useApiServer();

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const session = (n: number, changes: Partial<OwnSession> = {}): OwnSession => ({
  id: uuid(n),
  browser: 'Chrome on Windows',
  created_at: ago(3 * 1440),
  last_used_at: ago(5),
  is_current: false,
  ...changes,
});
const CURRENT_SESSION = session(1, { is_current: true, browser: 'Firefox on macOS' });

const show = () => renderScreen(<SessionsDialog onClose={() => {}} />);
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent);

test('lists the browser, sign-in time and last use of each session and marks the current session', async () => {
  answer(listSessions, { sessions: [CURRENT_SESSION, session(2), session(3, { browser: '' })] });
  show();
  expect(await rows()).toEqual([
    'Firefox on macOS This oneSigned in 3 days ago, last used 5 minutes ago',
    'Chrome on Windows Signed in 3 days ago, last used 5 minutes agoEnd',
    'Unknown browser Signed in 3 days ago, last used 5 minutes agoEnd',
  ]);
});

test('ends a session with one request on a double click and removes it from the list', async () => {
  let sessions = [CURRENT_SESSION, session(2)];
  answer(listSessions, () => ({ sessions }));
  const endRequests = answer(endSession, () => {
    sessions = [CURRENT_SESSION];
    return undefined;
  });
  show();
  await userEvent.dblClick(await screen.findByRole('button', { name: 'End the session of Chrome on Windows' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(endRequests.map(({ url }) => url.pathname)).toEqual([`/api/auth/sessions/${uuid(2)}`]);
});
