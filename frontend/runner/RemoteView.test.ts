import type { Page } from 'playwright-core';
import { RemoteView } from './RemoteView.ts';

const pageAt = (url: string, opener: Page | null = null) => {
  const made: string[] = [];
  const act =
    (name: string) =>
    async (...args: unknown[]) =>
      void made.push(`${name} ${args.join()}`.trim());
  return {
    made,
    url: () => url,
    opener: async () => opener,
    screenshot: async () => Buffer.from(url),
    mouse: { move: act('move'), down: act('down'), up: act('up'), wheel: act('wheel') },
    keyboard: { press: act('press'), type: act('type'), insertText: act('insertText') },
    goto: act('goto'),
    goBack: act('goBack'),
  } as unknown as Page & { readonly made: string[] };
};
const viewOf = (...pages: Page[]) => new RemoteView({ pages: () => pages });

test('it makes what a person does, and nothing else', async () => {
  const page = pageAt('https://site.example/');
  const inputs = [
    { type: 'move', x: 3, y: 4 },
    { type: 'down', count: 2 },
    { type: 'up' },
    { type: 'wheel', x: 0, y: 50 },
    { type: 'text', text: 'é' },
    { type: 'text', text: 'two\nlines' },
    { type: 'key', key: 'Control+Shift+ArrowLeft' },
    { type: 'address', address: 'https://site.example/login' },
    { type: 'back' },
  ];
  const refused = [
    null,
    { type: 'move', x: 'a', y: 1 },
    { type: 'key', key: 'Control+' },
    { type: 'text', text: 'x'.repeat(3_000) },
    { type: 'address', address: 'file:///etc/passwd' },
    { type: 'close' },
  ];
  const view = viewOf(page);
  await view.input([...inputs, ...refused]);
  await view.input('Enter');
  expect(page.made).toEqual([
    'move 3,4',
    'down [object Object]',
    'up [object Object]',
    'wheel 0,50',
    'type é',
    'insertText two\nlines',
    'press Control+Shift+ArrowLeft',
    'goto https://site.example/login,[object Object]',
    'goBack [object Object]',
  ]);
});
