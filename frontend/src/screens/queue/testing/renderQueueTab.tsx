import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { makeStore } from '../../../app/store.ts';
import { saveCredentials } from '../../../data/session/storage.ts';
import QueueTab from '../QueueTab.tsx';

/** Renders the tab for a signed-in user, with a new store. */
export function renderQueueTab(address = '/?view=queue') {
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  const store = makeStore();
  const view = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <QueueTab />
      </MemoryRouter>
    </Provider>,
  );
  return { ...view, store };
}
