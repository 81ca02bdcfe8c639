import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { TagChange } from '../../../data/pages/pagesSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/numbers.ts';
import { tagsInUse } from '../../../lib/pages.ts';
import { useBackButton } from '../../../telegram/buttons.ts';
import { TagsInput } from '../../../ui/TagsInput.tsx';
import styles from '../pages.module.css';

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

interface BulkTagsFormProps {
  readonly pages: readonly Page[];
  onApply(change: TagChange): void;
  onCancel(): void;
}

interface FormProps extends Pick<BulkTagsFormProps, 'onCancel'> {
  readonly label: string;
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
  onSubmit(): void;
}

function Form({ label, action, isDisabled = false, children, onSubmit, onCancel }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return (
    <form
      ref={form}
      aria-label={label}
      className="u-grid u-shrink u-gap8"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className="u-wrap u-gap8">
        <Button type="primary" htmlType="submit" disabled={isDisabled}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** Adds tags to all selected pages. Always enabled: the last typed tag is added when the field loses focus. */
function AddTagsForm({ pages, onApply, onCancel }: BulkTagsFormProps) {
  const [tags, setTags] = useUiState<readonly string[]>('pages.addTags', []);
  return (
    <Form
      label="Add tags"
      action={`Add to ${counted(pages.length, 'page')}`}
      onSubmit={() => tags.length > 0 && onApply({ add: tags, remove: [] })}
      onCancel={onCancel}
    >
      <TagsInput tags={tags} label="Tags to add" onChange={setTags} />
    </Form>
  );
}

function RemoveTagsForm({ pages, onApply, onCancel }: BulkTagsFormProps) {
  const [chosen, setChosen] = useUiState<readonly string[]>('pages.removeTags', []);
  const tags = useMemo(() => tagsInUse(pages), [pages]);
  return (
    <Form
      label="Remove tags"
      action={`Remove from ${counted(pages.length, 'page')}`}
      isDisabled={chosen.length === 0}
      onSubmit={() => onApply({ add: [], remove: chosen })}
      onCancel={onCancel}
    >
      {tags.length === 0 && <p className="u-muted u-flush">The selected pages have no tags.</p>}
      <div className={`u-wrap u-gap6 ${styles.tags}`}>
        {tags.map((tag) => {
          const isChosen = chosen.includes(tag);
          return (
            <Button
              key={tag}
              size="small"
              danger={isChosen}
              className={styles.tag ?? ''}
              aria-pressed={isChosen}
              onClick={() => setChosen(isChosen ? chosen.filter((one) => one !== tag) : [...chosen, tag])}
            >
              <span className="u-ellipsis">{tag}</span>
            </Button>
          );
        })}
      </div>
    </Form>
  );
}
