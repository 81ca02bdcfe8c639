import { useEffect, useLayoutEffect, useRef } from 'react';
import { cls, on } from './boot.ts';
import { isHeard, testId } from './design.ts';

interface FieldProps {
  readonly value: string;
  onText(text: string): void;
}

const LABEL = "What's on your mind?";

export const TextField = (props: FieldProps) =>
  on('contenteditable') ? <Editor {...props} /> : <TextArea {...props} />;

/** With `fresh-elements` it is another element for each text, with the caret where it was. */
function TextArea({ value, onText }: FieldProps) {
  const caret = useRef<number | null>(null);
  return (
    <textarea
      key={on('fresh-elements') ? value : LABEL}
      ref={(field) => {
        if (!field || caret.current === null) return;
        field.focus();
        field.setSelectionRange(caret.current, caret.current);
        caret.current = null;
      }}
      className={cls('text')}
      data-testid={testId('composer-text')}
      aria-label={LABEL}
      placeholder={LABEL}
      value={value}
      onChange={(event) => {
        if (!isHeard(event)) return;
        const { target } = event;
        if (on('fresh-elements') && document.activeElement === target) caret.current = target.selectionStart;
        onText(target.value);
      }}
    />
  );
}

/** The lines of an editor: each is an element, except for what was typed into the empty editor. */
const textOf = (editor: HTMLElement) =>
  [...editor.childNodes].map((node) => (node.nodeName === 'BR' ? '' : (node.textContent ?? ''))).join('\n');

function fillEditor(editor: HTMLElement, text: string): void {
  const lines = text.split('\n').map((line) => {
    const element = document.createElement('div');
    element.append(line === '' ? document.createElement('br') : line);
    return element;
  });
  editor.replaceChildren(...lines);
}

/** Keeps its text itself: what did not come from an editing action is undone. */
function Editor({ value, onText }: FieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const text = useRef('');
  const change = useRef(onText);
  change.current = onText;
  useLayoutEffect(() => {
    if (!field.current || value === text.current) return;
    text.current = value;
    fillEditor(field.current, value);
  }, [value]);
  useEffect(() => {
    const editor = field.current;
    if (!editor) return;
    if (editor.childNodes.length === 0) fillEditor(editor, text.current);
    const observer = new MutationObserver(() => {
      if (textOf(editor) !== text.current) fillEditor(editor, text.current);
      observer.takeRecords();
    });
    const onInput = (event: Event) => {
      const isEdit = event instanceof InputEvent && event.inputType !== '';
      if (event.target !== editor || !isEdit || !isHeard({ nativeEvent: event })) return;
      text.current = textOf(editor);
      change.current(text.current);
    };
    // The observer is called after the first listener, so this has to be the first.
    document.addEventListener('input', onInput, true);
    observer.observe(editor, { childList: true, characterData: true, subtree: true });
    return () => {
      document.removeEventListener('input', onInput, true);
      observer.disconnect();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: many sites build their text fields so.
    <div
      ref={field}
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={LABEL}
      contentEditable
      suppressContentEditableWarning
      spellCheck={false}
      className={cls('text')}
      data-testid={testId('composer-text')}
    />
  );
}
