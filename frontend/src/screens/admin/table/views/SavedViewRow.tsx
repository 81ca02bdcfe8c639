import type { SavedView } from '@flyerdeck/contracts/types';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/values/schema';
import { Button, Flex, Input, Popconfirm, Tag, Typography } from 'antd';
import { type FormEvent, useState } from 'react';

interface SavedViewRowProps {
  readonly view: SavedView;
  /** The table shows the state of this view. */
  readonly isCurrent: boolean;
  /** `done` is the sentence after a success. Resolves to whether it has succeeded. */
  onChange(changes: { readonly name?: string; readonly is_default?: boolean }, done: string): Promise<boolean>;
  onReplace(): void;
  onDelete(): void;
}

/** A view in the dialog, with its buttons. */
export function SavedViewRow({ view, isCurrent, onChange, onReplace, onDelete }: SavedViewRowProps) {
  const { name, is_default } = view;
  const [newName, setNewName] = useState<string | null>(null);

  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (newName === null) return;
    if (await onChange({ name: newName }, `Renamed “${name}” to “${newName.trim()}”.`)) setNewName(null);
  };

  return (
    <Flex
      component="li"
      wrap
      align="center"
      gap={4}
      style={{ padding: '8px 0', borderTop: '1px solid var(--fd-border)' }}
    >
      {newName === null ? (
        <>
          <Flex align="center" gap="small" style={{ flex: '1 1 160px', minWidth: 0 }}>
            <Typography.Text strong ellipsis={{ tooltip: name }}>
              {name}
            </Typography.Text>
            {is_default && <Tag>default</Tag>}
          </Flex>
          {/* One group, so that it is below the name on a phone. */}
          <Flex wrap gap={4}>
            <Button size="small" aria-label={`Rename ${name}`} onClick={() => setNewName(name)}>
              Rename
            </Button>
            <Button
              size="small"
              aria-label={`Replace ${name} by what is shown`}
              disabled={isCurrent}
              onClick={onReplace}
            >
              Replace
            </Button>
            <Button
              size="small"
              aria-label={is_default ? `Do not open with ${name}` : `Open with ${name}`}
              onClick={() =>
                onChange(
                  { is_default: !is_default },
                  is_default ? `“${name}” is no longer the default.` : `“${name}” is the default.`,
                )
              }
            >
              {is_default ? 'No default' : 'Make default'}
            </Button>
            <Popconfirm
              title={`Delete “${name}”?`}
              okText="Delete"
              okButtonProps={{ danger: true }}
              onConfirm={onDelete}
            >
              <Button size="small" danger aria-label={`Delete ${name}`}>
                Delete
              </Button>
            </Popconfirm>
          </Flex>
        </>
      ) : (
        <form onSubmit={rename} style={{ flex: 1 }}>
          <Flex gap={4}>
            <Input
              autoFocus
              size="small"
              aria-label={`New name of ${name}`}
              maxLength={MAX_NAME_LENGTH}
              value={newName}
              onChange={({ target }) => setNewName(target.value)}
            />
            <Button size="small" type="primary" htmlType="submit" disabled={newName.trim() === ''}>
              Rename
            </Button>
            <Button size="small" onClick={() => setNewName(null)}>
              Cancel
            </Button>
          </Flex>
        </form>
      )}
    </Flex>
  );
}
