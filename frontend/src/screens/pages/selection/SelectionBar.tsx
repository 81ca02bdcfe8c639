import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { TagChange } from '../../../data/pages/changedTags.ts';
import { counted } from '../../../lib/counted.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { AddTagsForm } from './AddTagsForm.tsx';
import { RemoveTagsForm } from './RemoveTagsForm.tsx';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  readonly pages: readonly Page[];
  readonly isUnlinking: boolean;
  onChangeTags(change: TagChange): void;
  onUnlink(): void;
  onClear(): void;
}

type OpenForm = 'add' | 'remove' | null;

/** What can be done to the selected pages; stays in sight at the foot of the window. */
export function SelectionBar({ pages, isUnlinking, onChangeTags, onUnlink, onClear }: SelectionBarProps) {
  const [form, setForm] = useState<OpenForm>(null);
  const opener = useRef<HTMLElement | null>(null);
  const count = counted(pages.length, 'page');

  const open = (next: OpenForm, button: HTMLElement) => {
    opener.current = button;
    setForm(form === next ? null : next);
  };
  const close = () => {
    setForm(null);
    opener.current?.focus();
  };
  useBackButton(onClear, !isUnlinking);
  useBackButton(close, form !== null);
  const apply = (change: TagChange) => {
    close();
    onChangeTags(change);
  };

  return (
    <section
      aria-label="Selected pages"
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && form) close();
      }}
    >
      <div className={`u-grid u-gap12 ${styles.bar}`} aria-busy={isUnlinking}>
        {form === 'add' && <AddTagsForm count={count} onApply={apply} onCancel={close} />}
        {form === 'remove' && <RemoveTagsForm pages={pages} onApply={apply} onCancel={close} />}
        <div className={`u-row u-gap8 ${styles.row}`}>
          <p role="status" className={`u-strong u-tabular ${styles.count}`}>
            {count} selected
          </p>
          <Button
            aria-expanded={form === 'add'}
            disabled={isUnlinking}
            onClick={(event) => open('add', event.currentTarget)}
          >
            Add tags
          </Button>
          <Button
            aria-expanded={form === 'remove'}
            disabled={isUnlinking}
            onClick={(event) => open('remove', event.currentTarget)}
          >
            Remove tags
          </Button>
          <Button danger loading={isUnlinking} disabled={isUnlinking} onClick={onUnlink}>
            Unlink
          </Button>
          <Button type="text" disabled={isUnlinking} onClick={onClear}>
            Clear selection
          </Button>
        </div>
      </div>
    </section>
  );
}
