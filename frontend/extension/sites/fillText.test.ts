import { settled } from '../../test/extension/siteDocument.ts';
import type { Part } from './Composer.ts';
import { fillText, holdsText } from './fillText.ts';

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

test('an editor that makes typographic signs of what is written holds the text', () => {
  expect(holdsText(editor('<p>“It’s on” – don’t miss it…</p>'), `"It's on" -- don't miss it...`)).toBe(true);
});

test.each(['<p>Come in</p><p>tonight</p>', '<p>Come in <img alt="🌙" src="moon.svg"></p><p>tonight</p>'])(
  'an editor that shows another emoji or none does not hold the text: %s',
  (html) => {
    expect(holdsText(editor(html), 'Come in ☀️\ntonight')).toBe(false);
  },
);

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
  Selection.prototype.modify = () => undefined;
});

describe('an editor that reads a pasted text as HTML', () => {
  /** What is typed, or pasted as HTML, is taken as it is, unless `taken` changes it. */
  function startHtmlEditor(taken = (text: string) => text): {
    readonly find: Part;
    readonly field: HTMLElement;
  } {
    document.body.innerHTML = '<div contenteditable="true" tabindex="0"></div>';
    const field = document.querySelector('div') as HTMLElement;
    field.addEventListener('paste', (event) => {
      event.preventDefault();
      const html = event.clipboardData?.getData('text/html') ?? '';
      field.innerHTML = html === '' ? (event.clipboardData?.getData('text/plain') ?? '') : html;
      if (html !== '') field.textContent = taken(field.textContent ?? '');
    });
    const commands: Record<string, (value: string) => void> = {
      delete: () => field.replaceChildren(),
      insertText: (value) => field.append(taken(value)),
      insertParagraph: () => field.append(document.createElement('br')),
    };
    document.execCommand = (command, _, value = '') => {
      commands[command]?.(value);
      return true;
    };
    return { find: () => field, field };
  }

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test.each(['Come in <new> tonight', 'Fish & chips &amp; beer &lt;3', 'Sun ☀️ and 👩‍👧', 'One\n<two>\n\nthree'])(
    '%j: is pasted as HTML or typed',
    async (text) => {
      const { find, field } = startHtmlEditor();
      await settled(fillText(find, find, text));
      expect(holdsText(field, text)).toBe(true);
    },
  );

  test('and changes what is typed too: only this text fails', async () => {
    const { find } = startHtmlEditor((text) => text.replaceAll(/<[^>]*>/g, ''));
    for (const text of ['Come in <new> tonight', '<new>']) {
      await expect(settled(fillText(find, find, text))).rejects.toMatchObject({ code: 'text_not_taken' });
    }
  });

  test('and takes nothing at all has changed', async () => {
    const { find } = startHtmlEditor(() => '');
    await expect(settled(fillText(find, find, '<new>'))).rejects.toMatchObject({ code: 'site_changed' });
  });
});
