import { MAX_TAG_LENGTH, MAX_TAGS_PER_PAGE } from '@flyerdeck/contracts/pages.values';
import { type KeyboardEvent, useId, useState } from 'react';
import styles from './TagsInput.module.css';

interface TagsInputProps {
  readonly tags: readonly string[];
  readonly label: string;
  onChange(tags: string[]): void;
  onLeave?(): void;
}

/** The reason why a tag cannot be added; null when it can. Characters are code points, as on the server. */
function problemOf(tag: string, tags: readonly string[]): string | null {
  const { length } = [...tag];
  if (length > MAX_TAG_LENGTH) return `A tag has at most ${MAX_TAG_LENGTH} characters; this one has ${length}.`;
  return tags.length < MAX_TAGS_PER_PAGE ? null : `A page has at most ${MAX_TAGS_PER_PAGE} tags.`;
}

export function TagsInput({ tags, label, onChange, onLeave }: TagsInputProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const add = (): boolean => {
    const tag = typed.trim();
    const isNew = tag !== '' && !tags.includes(tag);
    const found = isNew ? problemOf(tag, tags) : null;
    setProblem(found);
    if (found) return false;
    setTyped('');
    if (isNew) onChange([...tags, tag]);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the focus of its controls is observed.
    <div
      className={`u-wrap u-shrink u-gap4 ${styles.field}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (add() && !currentTarget.contains(relatedTarget)) onLeave?.();
      }}
    >
      {tags.map((tag) => (
        <span key={tag} className={`u-line u-fine ${styles.tag}`}>
          <span className="u-break">{tag}</span>
          <button
            type="button"
            className={`u-bare ${styles.remove}`}
            aria-label={`Remove tag ${tag}`}
            // Safari does not focus a clicked button: the field would lose the focus to nothing.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(tags.filter((one) => one !== tag))}
          >
            ×
          </button>
        </span>
      ))}
      <label htmlFor={id} className="u-hidden">
        {label}
      </label>
      <input
        id={id}
        className={`u-shrink ${styles.input}`}
        placeholder="Add tags..."
        autoComplete="off"
        value={typed}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
      />
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className={`u-fine u-danger ${styles.problem}`}>
          {problem}
        </p>
      )}
    </div>
  );
}
