import { MAX_TAG_LENGTH, MAX_TAGS_PER_PAGE } from '@flyerdeck/contracts/limits';
import { type KeyboardEvent, useId, useState } from 'react';
import styles from './TagsInput.module.css';

interface TagsInputProps {
  readonly tags: readonly string[];
  /** Whose tags they are, for screen readers. */
  readonly label: string;
  onChange(tags: string[]): void;
}

/** The typed tags that are not there yet; tags compare without regard to case. */
function newTags(tags: readonly string[], typed: string): string[] {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  const added: string[] = [];
  for (const tag of typed.split(',').map((item) => item.trim())) {
    if (tag === '' || known.has(tag.toLowerCase())) continue;
    known.add(tag.toLowerCase());
    added.push(tag);
  }
  return added.slice(0, MAX_TAGS_PER_PAGE - tags.length);
}

/** Free-text tags, edited where they stand: Enter, a comma or leaving the field adds, Backspace takes the last away. */
export function TagsInput({ tags, label, onChange }: TagsInputProps) {
  const id = useId();
  const [typed, setTyped] = useState('');

  const add = () => {
    const added = newTags(tags, typed);
    setTyped('');
    if (added.length > 0) onChange([...tags, ...added]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  };

  return (
    <div className={styles.field}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          <span className={styles.word}>{tag}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={`Remove tag ${tag}`}
            onClick={() => onChange(tags.filter((one) => one !== tag))}
          >
            ×
          </button>
        </span>
      ))}
      <label htmlFor={id} className={styles.hidden}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        placeholder="Add tags..."
        autoComplete="off"
        maxLength={MAX_TAG_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  );
}
