import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { TagChange } from '../../../data/pages/changedTags.ts';
import { TagsInput } from '../../../ui/TagsInput.tsx';

interface AddTagsFormProps {
  /** '12 pages'. */
  readonly count: string;
  onApply(change: TagChange): void;
  onCancel(): void;
}

/** Tags that every selected page gets. */
export function AddTagsForm({ count, onApply, onCancel }: AddTagsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [tags, setTags] = useState<readonly string[]>([]);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      aria-label="Add tags"
      className="u-grid u-shrink u-gap8"
      onSubmit={(event) => {
        event.preventDefault();
        if (tags.length > 0) onApply({ add: tags, remove: [] });
      }}
    >
      <TagsInput tags={tags} label="Tags to add" onChange={setTags} />
      <div className="u-wrap u-gap8">
        {/* Not disabled while nothing is typed: leaving the field is what adds its last word. */}
        <Button type="primary" htmlType="submit">
          Add to {count}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
