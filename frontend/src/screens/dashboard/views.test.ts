import { hasSearch, VIEWS, viewOf, withView } from './views.ts';

const params = (search: string) => new URLSearchParams(search);

test.each([
  ['', 'pages'],
  ['view=nonsense', 'pages'],
  ['view=queue', 'queue'],
  ['view=credits&expandAssistant=7', 'assistants'],
  ['view=credits&expandAssistant=', 'credits'],
])('the address ?%s is the %s tab', (search, view) => {
  expect(viewOf(params(search))).toBe(view);
});

test('switching tabs removes the assistant to expand and keeps everything else', () => {
  expect(withView(params('view=assistants&expandAssistant=7&replay=1'), 'queue').toString()).toBe(
    'view=queue&replay=1',
  );
});

test('there is a search on every tab except queue and credits', () => {
  expect(VIEWS.filter(hasSearch)).toEqual(['pages', 'assistants', 'presets']);
});
