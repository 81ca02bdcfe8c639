import { startAddress } from './startAddress.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

test.each([
  ['view_queue', '/?view=queue'],
  [
    'assistant_00000000-0000-4000-8000-000000000007',
    '/?view=assistants&expandAssistant=00000000-0000-4000-8000-000000000007',
  ],
  ['task_7', '/tasks/7'],
  ['user_7', null],
  ['constructor_7', null],
  ['view_', null],
  ['view_a&b=c', null],
  ['task_../admin', null],
  ['', null],
])('a link with startapp=%s opens %s', (start, address) => {
  window.history.replaceState(
    null,
    '',
    `/#${new URLSearchParams({ tgWebAppPlatform: 'ios', tgWebAppStartParam: start })}`,
  );
  expect(startAddress()).toBe(address);
});
