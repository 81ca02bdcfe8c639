import { type ProblemReportBody, reportProblem } from '@flyerdeck/contracts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { answer, useApiServer } from '../../../test/apiServer.ts';
import { buildPage, buildUser, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { saveCredentials } from '../../data/request/storage.ts';
import { uiChanged } from '../../data/uiState/useUiState.ts';
import { ReplayedLog } from '../../replay/fold/ReplayedLog.ts';
import { readLog } from '../../replay/log/readLog.ts';
import { ActionRecorder, currentRecorder } from '../../replay/record/ActionRecorder.ts';
import { makeStore } from '../store.ts';
import ReportDialog from './ReportDialog.tsx';

useApiServer();

const SESSION_TOKEN = 'sess-0123456789-abcdefghijklmnopqrstuvwxyz';
const SENT = { id: uuid(1), is_cut: false };
const field = () => screen.getByLabelText('What went wrong?');
const sendButton = () => screen.getByRole('button', { name: 'Send report' });

function show({ is_admin = false } = {}) {
  saveCredentials({ sessionToken: SESSION_TOKEN, telegramId: '42' });
  const recorder = new ActionRecorder({ buildId: 'index-test', address: '/', nowMs: 0, secrets: [SESSION_TOKEN] });
  currentRecorder.instance = recorder;
  const store = makeStore(undefined, [recorder.middleware]);
  store.dispatch(fulfilled('me', buildUser({ telegram_id: '42', is_admin })));
  const onClose = jest.fn();
  render(
    <Provider store={store}>
      <MemoryRouter>
        <ReportDialog onClose={onClose} />
      </MemoryRouter>
    </Provider>,
  );
  return { store, onClose };
}

test('sends the sentence, the build, request ids and the log of this tab, which replays to what was on the screen', async () => {
  const { store } = show();
  const requests = answer(reportProblem, SENT);
  store.dispatch(
    Object.assign(fulfilled('listUserPages', { pages: [buildPage({ name: 'Luna Star' })] }), {
      meta: {
        ...(fulfilled('listUserPages', null).meta as object),
        baseQueryMeta: { method: 'GET', path: '/api/get_user_pages', status: 200, requestId: 'request-0001' },
      },
    }),
  );
  store.dispatch(uiChanged({ key: 'note', value: `my key is ${SESSION_TOKEN}` }));
  await userEvent.type(field(), ` Luna is gone. ${SESSION_TOKEN}`);
  await userEvent.click(sendButton());
  expect(await screen.findByText(/Thank you, the report was sent. Its number is/)).toBeVisible();
  const [body] = requests.map((request) => request.body as ProblemReportBody);
  expect(body).toMatchObject({
    sentence: 'Luna is gone. redacted-1',
    build_id: 'index-test',
    request_ids: ['request-0001'],
    is_cut: false,
  });
  expect(body?.log).not.toContain(SESSION_TOKEN);
  const log = readLog(body?.log ?? '');
  const { state } = new ReplayedLog(log).momentAt(log.entries.length);
  expect(Object.values(state.pages.entities).map(({ details }) => details?.name)).toEqual(['Luna Star']);
  expect(state.ui['reportProblem.sentence']).toBe(' Luna is gone. redacted-1');
});
