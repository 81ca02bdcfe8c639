import { useEffect, useRef } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { TagsInput } from '../../../ui/TagsInput.tsx';
import styles from '../list/pagesTable.module.css';

interface RowTagsProps {
  readonly guid: string;
  readonly name: string;
  readonly tags: readonly string[];
  onChange(tags: string[]): void;
}

/** The tags of a page in one line. A click replaces them by the field that edits them. */
export function RowTags({ guid, name, tags, onChange }: RowTagsProps) {
  const [isEditing, setIsEditing] = useUiState(`pages.tags/${guid}`, false);
  const cell = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEditing) cell.current?.querySelector('input')?.focus();
  }, [isEditing]);
  if (isEditing) {
    return (
      <div ref={cell}>
        <TagsInput tags={tags} label={`Tags of ${name}`} onChange={onChange} onLeave={() => setIsEditing(false)} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`u-bare u-line u-gap4 ${styles.tagList}`}
      aria-label={`Edit tags of ${name}${tags.length > 0 ? `: ${tags.join(', ')}` : ''}`}
      title={tags.join(', ')}
      onClick={() => setIsEditing(true)}
    >
      {tags.map((tag) => (
        <span key={tag} className={`u-small u-ellipsis ${styles.tag}`}>
          {tag}
        </span>
      ))}
      {tags.length === 0 && <span className={`u-small u-muted ${styles.noTags}`}>Add tags...</span>}
    </button>
  );
}
