import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { makeStore } from '../../app/store.ts';
import { api } from '../api.ts';
import { useUiState } from './useUiState.ts';

const press = (text: string) => fireEvent.click(screen.getByRole('button', { name: text }));

test('an equal value dispatches nothing, and a sign-out removes all values', () => {
  const changes: string[] = [];
  const store = makeStore(undefined, [
    () => (next) => (action) => {
      changes.push((action as { type: string }).type);
      return next(action);
    },
  ]);
  function Switch() {
    const [isOn, setIsOn] = useUiState('switch', false);
    return (
      <button type="button" onClick={() => setIsOn(true)}>
        {isOn ? 'on' : 'off'}
      </button>
    );
  }
  render(
    <Provider store={store}>
      <Switch />
    </Provider>,
  );
  press('off');
  press('on');
  expect(changes.filter((type) => type.startsWith('ui/'))).toEqual(['ui/uiChanged']);
  act(() => void store.dispatch(api.util.resetApiState()));
  expect(screen.getByRole('button', { name: 'off' })).toBeInTheDocument();
});
