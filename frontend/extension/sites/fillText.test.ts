import type { Part } from './Composer.ts';
import { emptyText, fillText, holdsText } from './fillText.ts';

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

test.each(['<p>Come in</p><p>tonight</p>', '<p>Come in <img alt="🌙" src="moon.svg"></p><p>tonight</p>'])(
  'an editor that shows another emoji or none does not hold the text: %s',
  (html) => {
    expect(holdsText(editor(html), 'Come in ☀️\ntonight')).toBe(false);
  },
);

describe('an editor with a model, such as Lexical, Draft.js, Slate and CKEditor', () => {
  /** It learns of a selection 100 ms later, and takes no change from the document. */
  function startEditor(text: string): { readonly find: Part; model: string } {
    document.body.innerHTML = '<div contenteditable="true" tabindex="0"></div>';
    const field = document.querySelector('div') as HTMLElement;
    const editor = { find: () => field, model: text };
    let selected: 'all' | 'end' | null = null;
    const show = () => {
      field.textContent = editor.model;
    };
    const select = (what: typeof selected) =>
      setTimeout(() => {
        selected = what;
      }, 100);
    document.execCommand = (command) => {
      if (command === 'selectAll') select('all');
      else setTimeout(show);
      return true;
    };
    Selection.prototype.modify = () => {
      select('end');
    };
    field.addEventListener('cut', (event) => {
      event.preventDefault();
      if (selected === 'all') editor.model = '';
      show();
    });
    field.addEventListener('paste', (event) => {
      event.preventDefault();
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (selected !== null) editor.model = selected === 'all' ? pasted : editor.model + pasted;
      show();
    });
    show();
    return editor;
  }

  beforeAll(() => {
    // What jsdom lacks.
    class Transfer {
      readonly texts = new Map<string, string>();
      setData(type: string, text: string) {
        this.texts.set(type, text);
      }
      getData(type: string) {
        return this.texts.get(type) ?? '';
      }
    }
    class Clipboard extends Event {
      readonly clipboardData: Transfer;
      constructor(type: string, init: EventInit & { clipboardData: Transfer }) {
        super(type, init);
        this.clipboardData = init.clipboardData;
      }
    }
    Object.assign(globalThis, { DataTransfer: Transfer, ClipboardEvent: Clipboard });
  });

  test('takes the text and loses a draft of two lines', async () => {
    const editor = startEditor('An old draft\nof two lines');
    await emptyText(editor.find);
    expect(editor.model).toBe('');
    await fillText(editor.find, editor.find, 'Come in ☀️\ntonight');
    expect(editor.model).toBe('Come in ☀️\ntonight');
  });
});
