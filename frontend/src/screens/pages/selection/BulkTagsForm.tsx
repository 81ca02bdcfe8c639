import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { TagChange } from '../../../data/pages/changedTags.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/numbers.ts';
import { tagsInUse } from '../../../lib/pages.ts';
import { TagsInput } from '../../../ui/TagsInput.tsx';
import styles from '../pages.module.css';

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
export function AddTagsForm({ pages, onApply, onCancel }: BulkTagsFormProps) {
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

export function RemoveTagsForm({ pages, onApply, onCancel }: BulkTagsFormProps) {
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
