import { build } from './parts.ts';

interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * A text editor like those of large sites: it keeps the text itself, takes changes from the browser's events, and undoes
 * changes of its elements by others.
 */
export function textEditor(attributes: Readonly<Record<string, string>>, onText: (text: string) => void): HTMLElement {
  const editor = build('div', {
    class: 'editor',
    contenteditable: 'true',
    role: 'textbox',
    'aria-multiline': 'true',
    ...attributes,
  });
  let lines = [''];

  const show = () => {
    editor.replaceChildren(
      ...lines.map((line) => build('p', {}, line === '' ? build('br') : build('span', { 'data-run': true }, line))),
    );
  };

  const endOf = (all: readonly string[]): Place => ({ line: all.length - 1, column: all.at(-1)?.length ?? 0 });

  const placeOf = (node: Node, offset: number): Place => {
    if (!editor.contains(node)) return endOf(lines);
    if (node === editor) return offset < lines.length ? { line: offset, column: 0 } : endOf(lines);
    const line = [...editor.childNodes].findIndex((child) => child.contains(node));
    const before = document.createRange();
    before.setStart(editor.childNodes[line] as Node, 0);
    before.setEnd(node, offset);
    return { line, column: before.toString().length };
  };

  const setCaret = ({ line, column }: Place) => {
    const paragraph = editor.childNodes[line] as Node;
    const text = paragraph.firstChild?.firstChild;
    document.getSelection()?.collapse(text ?? paragraph, text ? column : 0);
  };

  const replace = (range: StaticRange | Range | undefined, text: string) => {
    const start = range ? placeOf(range.startContainer, range.startOffset) : endOf(lines);
    const end = range ? placeOf(range.endContainer, range.endOffset) : start;
    const inserted = `${(lines[start.line] ?? '').slice(0, start.column)}${text}`.split('\n');
    const caret = { line: start.line + inserted.length - 1, column: inserted.at(-1)?.length ?? 0 };
    inserted[inserted.length - 1] += (lines[end.line] ?? '').slice(end.column);
    lines.splice(start.line, end.line - start.line + 1, ...inserted);
    show();
    setCaret(caret);
    onText(lines.join('\n'));
  };

  const selected = () => {
    const selection = document.getSelection();
    return selection?.rangeCount && editor.contains(selection.anchorNode) ? selection.getRangeAt(0) : undefined;
  };

  editor.addEventListener('beforeinput', (event) => {
    if (event.isComposing) return;
    event.preventDefault();
    const { inputType, data, dataTransfer } = event;
    const range = event.getTargetRanges()[0];
    if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') replace(range, '\n');
    else if (inputType.startsWith('insert')) replace(range, data ?? dataTransfer?.getData('text/plain') ?? '');
    else if (inputType.startsWith('delete')) replace(range, '');
  });
  editor.addEventListener('paste', (event) => {
    event.preventDefault();
    replace(selected(), event.clipboardData?.getData('text/plain') ?? '');
  });
  // The browser has changed the elements itself, as it does for input methods. A script's event is no such change.
  editor.addEventListener('input', (event) => {
    if (!event.isTrusted) return show();
    lines = [...editor.childNodes].map(({ textContent }) => textContent ?? '');
    onText(lines.join('\n'));
  });
  show();
  return editor;
}
