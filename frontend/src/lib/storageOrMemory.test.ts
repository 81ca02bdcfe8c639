import { storageOrMemory } from './storageOrMemory.ts';

const shut = (): Storage => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

test("uses the browser's store where it may", () => {
  const store = storageOrMemory(() => localStorage);
  store().setItem('key', 'value');
  expect(localStorage.getItem('key')).toBe('value');
});

test('remembers for itself where the browser keeps its store shut', () => {
  const store = storageOrMemory(shut);
  expect(store().getItem('key')).toBeNull();
  store().setItem('key', 'value');
  expect(store().getItem('key')).toBe('value');
  store().removeItem('key');
  expect(store().getItem('key')).toBeNull();
});
