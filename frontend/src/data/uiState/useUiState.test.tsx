import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { type AppStore, makeStore } from '../../app/store.ts';
import { api } from '../api.ts';
import { useUiState } from './useUiState.ts';

function Counter({ name, initial }: { readonly name: string; readonly initial: number }) {
  const [count, setCount] = useUiState(name, initial);
  return <button type="button" onClick={() => setCount((before) => before + 1)}>{`${name} ${count}`}</button>;
}
const view = (store: AppStore, ...names: string[]) => (
  <Provider store={store}>
    {names.map((name) => (
      <Counter key={name} name={name} initial={5} />
    ))}
  </Provider>
);
const press = (text: string) => fireEvent.click(screen.getByRole('button', { name: text }));

test('starts with the initial value, which is not in the store, and keeps changes in the store by key', () => {
  const store = makeStore();
  render(view(store, 'a', 'b'));
  expect(store.getState().ui).toEqual({});
  press('a 5');
  press('a 6');
  expect(screen.getByRole('button', { name: 'a 7' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'b 5' })).toBeInTheDocument();
  expect(store.getState().ui).toEqual({ a: 7 });
});

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
