import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TagChange } from '../../../data/pages/changedTags.ts';
import { counted } from '../../../lib/counted.ts';
import { tagsInUse } from '../filters/narrowedPages.ts';
import styles from './BulkTagsForm.module.css';

interface RemoveTagsFormProps {
  readonly pages: readonly Page[];
  onApply(change: TagChange): void;
  onCancel(): void;
}

/** The tags of the selected pages, to choose those that none of them keeps. */
export function RemoveTagsForm({ pages, onApply, onCancel }: RemoveTagsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tags = useMemo(() => tagsInUse(pages), [pages]);
  useEffect(() => form.current?.querySelector('button')?.focus(), []);

  const toggle = (tag: string) => {
    const next = new Set(chosen);
    if (!next.delete(tag)) next.add(tag);
    setChosen(next);
  };

  return (
    <form
      ref={form}
      aria-label="Remove tags"
      className="u-grid u-shrink u-gap8"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size > 0) onApply({ add: [], remove: [...chosen] });
      }}
    >
      {tags.length === 0 && <p className="u-muted u-flush">The selected pages have no tags.</p>}
      <div className={`u-wrap ${styles.tags}`}>
        {tags.map((tag) => (
          <Button
            key={tag}
            size="small"
            danger={chosen.has(tag)}
            className={styles.tag ?? ''}
            aria-pressed={chosen.has(tag)}
            onClick={() => toggle(tag)}
          >
            <span className="u-ellipsis">{tag}</span>
          </Button>
        ))}
      </div>
      <div className="u-wrap u-gap8">
        <Button type="primary" htmlType="submit" disabled={chosen.size === 0}>
          Remove from {counted(pages.length, 'page')}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
