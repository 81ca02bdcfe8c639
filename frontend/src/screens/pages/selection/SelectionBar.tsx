import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useRef } from 'react';
import type { TagChange } from '../../../data/pages/changedTags.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/counted.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { AddTagsForm, RemoveTagsForm } from './BulkTagsForm.tsx';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  readonly pages: readonly Page[];
  readonly isUnlinking: boolean;
  onChangeTags(change: TagChange): void;
  onUnlink(): void;
  onClear(): void;
}

/** The label of a button, and the form that it opens. */
const FORMS = { 'Add tags': AddTagsForm, 'Remove tags': RemoveTagsForm } as const;
type FormName = keyof typeof FORMS;
const FORM_NAMES = Object.keys(FORMS) as readonly FormName[];

/** Bulk edits of the selected pages. Stays visible at the bottom of the window. */
export function SelectionBar({ pages, isUnlinking, onChangeTags, onUnlink, onClear }: SelectionBarProps) {
  const [form, setForm] = useUiState<FormName | null>('pages.bulkForm', null);
  const opener = useRef<HTMLElement | null>(null);
  const Form = form && FORMS[form];

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
  const apply = (change: TagChange) => {
    close();
    onChangeTags(change);
  };

  return (
    <section
      aria-label="Selected pages"
      className={styles.wrapper}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && form) close();
      }}
    >
      <div className={`u-grid u-gap12 ${styles.bar}`} aria-busy={isUnlinking}>
        {Form && <Form pages={pages} onApply={apply} onCancel={close} />}
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
