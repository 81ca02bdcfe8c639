import { useId, useState } from 'react';
import type { LogEntry } from '../log/logFormat.ts';
import { positionOfRequestIn } from './networkCalls.ts';
import styles from './panel.module.css';

interface RequestFinderProps {
  readonly entries: readonly LogEntry[];
  onJump(position: number): void;
}

/** Jumps to the action whose request id is typed or pasted, also inside of a line of the server's log. */
export function RequestFinder({ entries, onJump }: RequestFinderProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isUnknown, setIsUnknown] = useState(false);
  const find = (wanted: string) => {
    const position = wanted.trim() === '' ? null : positionOfRequestIn(entries, wanted);
    setIsUnknown(position === null && wanted.trim() !== '');
    if (position !== null) onJump(position);
  };
  return (
    <form
      className={`u-line u-gap8 ${styles.finder}`}
      onSubmit={(event) => {
        event.preventDefault();
        find(text);
      }}
    >
      <label htmlFor={id}>Request id</label>
      <input
        id={id}
        className="u-control u-shrink u-fill"
        value={text}
        placeholder="Paste a line of the server's log"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-unknown`}
        aria-invalid={isUnknown}
        onChange={({ target, nativeEvent }) => {
          setText(target.value);
          setIsUnknown(false);
          if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') find(target.value);
        }}
      />
      <span id={`${id}-unknown`} role="status" className="u-small">
        {isUnknown && 'Not in this log'}
      </span>
    </form>
  );
}
