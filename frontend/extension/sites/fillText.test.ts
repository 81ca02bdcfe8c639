import { holdsText } from './fillText.ts';

function editor(html: string): HTMLElement {
  const field = document.createElement('div');
  field.innerHTML = html;
  return field;
}

test.each([
  ['paragraphs', '<p>Come in ☀️</p><p>tonight</p>'],
  ['pictures for emoji', '<p>Come in <img alt="☀️" src="sun.svg"></p><p>tonight</p>'],
  ['characters without a width', '<p>\u200bCome\u2060 in ☀️\ufeff</p><p>tonight\u200b</p>'],
])('an editor that shows %s holds the text', (_, html) => {
  expect(holdsText(editor(html), 'Come in ☀️\ntonight')).toBe(true);
});

test('an editor that composes letters with their accents holds the text', () => {
  expect(holdsText(editor('<p>Caf\u00e9</p>'), 'Cafe\u0301')).toBe(true);
});

test.each(['<p>Come in</p><p>tonight</p>', '<p>Come in <img alt="🌙" src="moon.svg"></p><p>tonight</p>'])(
  'an editor that shows another emoji or none does not hold the text: %s',
  (html) => {
    expect(holdsText(editor(html), 'Come in ☀️\ntonight')).toBe(false);
  },
);
