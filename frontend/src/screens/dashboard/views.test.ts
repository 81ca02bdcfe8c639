import { hasSearch, VIEWS, viewOf, withView } from './views.ts';

const params = (search: string) => new URLSearchParams(search);

test.each([
  ['', 'pages'],
  ['view=nonsense', 'pages'],
  ['view=queue', 'queue'],
  ['view=credits&expandAssistant=7', 'assistants'],
  ['view=credits&expandAssistant=', 'credits'],
])("the URL query '%s' opens the tab %s", (search, view) => {
  expect(viewOf(params(search))).toBe(view);
});

test('switching tabs removes the parameter expandAssistant from the URL and keeps all other parameters', () => {
  expect(withView(params('view=assistants&expandAssistant=7&replay=1'), 'queue').toString()).toBe(
    'view=queue&replay=1',
  );
});

test('every tab except Queue and Credits has a search box', () => {
  expect(VIEWS.filter(hasSearch)).toEqual(['pages', 'assistants', 'presets']);
});
