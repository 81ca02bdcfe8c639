import { setImmediate } from 'node:timers/promises';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { makeStore } from '../src/app/store.ts';
import { saveCredentials } from '../src/data/request/storage.ts';
import AssistantsTab from '../src/screens/assistants/AssistantsTab.tsx';
import { buildAssistant, useAssistantsServer } from './assistantsServer.ts';
import { Unstyled } from './renderScreen.tsx';

interface Options {
  search?: string;
  expandAssistantId?: string | null;
}

/** Renders the tab for a signed-in user. The store is kept when the tab is rendered again. */
export function renderAssistantsTab(options: Options = {}) {
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  const store = makeStore();
  const tab = ({ search = '', expandAssistantId = null }: Options) => (
    <Provider store={store}>
      <Unstyled>
        <AssistantsTab search={search} expandAssistantId={expandAssistantId} />
      </Unstyled>
    </Provider>
  );
  const view = render(tab(options));
  return {
    ...view,
    store,
    change: (next: Options) => view.rerender(tab(next)),
  };
}

/** Event loop turns after which a request of these tests is finished. */
const NETWORK_TURNS = 20;
export const SAVE = 'PUT /api/assistants/a1';

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const edit = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const switchToFiles = () => fireEvent.click(screen.getByRole('switch', { name: 'Send screenshots as files' }));

const waitForNetwork = async () => {
  for (let turn = 0; turn < NETWORK_TURNS; turn++) await setImmediate();
};
/** Advances the fake clock and waits for requests sent meanwhile. */
export const advanceTime = (milliseconds: number) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    await waitForNetwork();
  });
/** The settings panel of one waiting assistant, with a fake clock. Call it at the top of the test file. */
export function useSettingsPanel() {
  const server = useAssistantsServer();
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const saves = () => server.bodiesOf(SAVE);
  return {
    ...server,
    saves,
    expectSaves: (bodies: unknown[]) => waitFor(() => expect(saves()).toEqual(bodies)),
    openPanel: async (fields: Parameters<typeof buildAssistant>[0] = {}) => {
      server.state.assistants = [buildAssistant(fields)];
      const view = renderAssistantsTab();
      await screen.findByLabelText('Rule mode');
      await screen.findByRole('checkbox', { name: '#vip' });
      return view;
    },
  };
}
