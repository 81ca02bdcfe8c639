import { storageOrMemory } from './browser.ts';

const deniedStorage = (): Storage => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

test('keeps values in memory when the browser denies access to its storage', () => {
  const store = storageOrMemory(deniedStorage);
  expect(store().getItem('key')).toBeNull();
  store().setItem('key', 'value');
  expect(store().getItem('key')).toBe('value');
  store().removeItem('key');
  expect(store().getItem('key')).toBeNull();
});
