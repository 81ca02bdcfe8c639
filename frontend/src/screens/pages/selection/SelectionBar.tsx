import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useRef } from 'react';
import type { TagChange } from '../../../data/pages/changedTags.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/numbers.ts';
import { useBackButton } from '../../../telegram/buttons.ts';
import styles from '../pages.module.css';
import { AddTagsForm, RemoveTagsForm } from './BulkTagsForm.tsx';

interface SelectionBarProps {
  readonly pages: readonly Page[];
  readonly isUnlinking: boolean;
  onChangeTags(change: TagChange): void;
  onOpenLimits(): void;
  onUnlink(): void;
  onClear(): void;
}

const FORM_NAMES = ['Add tags', 'Remove tags'] as const;
type FormName = (typeof FORM_NAMES)[number];

/** Bulk edits of the selected pages. Stays visible at the bottom of the window. */
export default function SelectionBar({
  pages,
  isUnlinking,
  onChangeTags,
  onOpenLimits,
  onUnlink,
  onClear,
}: SelectionBarProps) {
  const [form, setForm] = useUiState<FormName | null>('pages.bulkForm', null);
  const opener = useRef<HTMLElement | null>(null);

  const open = (next: FormName, button: HTMLElement) => {
    opener.current = button;
    setForm(form === next ? null : next);
  };
  const close = () => {
    setForm(null);
    opener.current?.focus();
  };
  useBackButton(onClear, !isUnlinking);
  useBackButton(close, form !== null);
  const changeTags = (change: TagChange) => {
    close();
    onChangeTags(change);
  };

  return (
    <section
      aria-label="Selected pages"
      className={`u-floating ${styles.wrapper}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && form) close();
      }}
    >
      <div className={`u-grid u-gap12 ${styles.selectionBar}`} aria-busy={isUnlinking}>
        {form === 'Add tags' && <AddTagsForm pages={pages} onApply={changeTags} onCancel={close} />}
        {form === 'Remove tags' && <RemoveTagsForm pages={pages} onApply={changeTags} onCancel={close} />}
        <div className={`u-row u-gap8 ${styles.row}`}>
          <p role="status" className={`u-strong u-tabular ${styles.count}`}>
            {counted(pages.length, 'page')} selected
          </p>
          {FORM_NAMES.map((name) => (
            <Button
              key={name}
              aria-expanded={form === name}
              disabled={isUnlinking}
              onClick={(event) => open(name, event.currentTarget)}
            >
              {name}
            </Button>
          ))}
          <Button disabled={isUnlinking} aria-haspopup="dialog" onClick={onOpenLimits}>
            Limits
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
