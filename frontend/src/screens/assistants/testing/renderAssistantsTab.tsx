import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { makeStore } from '../../../app/store.ts';
import { saveCredentials } from '../../../data/request/storage.ts';
import AssistantsTab from '../AssistantsTab.tsx';

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
      <AssistantsTab search={search} expandAssistantId={expandAssistantId} />
    </Provider>
  );
  const view = render(tab(options));
  return {
    ...view,
    store,
    change: (next: Options) => view.rerender(tab(next)),
    openAgain: () => render(tab(options)),
  };
}
