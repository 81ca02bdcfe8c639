import type { SavedView, SavedViewTable } from '@flyerdeck/contracts/types';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/values/schema';
import { Alert, Button, Checkbox, Flex, Input, type InputRef, Modal, Typography } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import {
  useCreateSavedViewMutation,
  useDeleteSavedViewMutation,
  useUpdateSavedViewMutation,
} from '../../../../data/admin/savedViewsApi.ts';
import { errorSentence } from '../../../../data/apiError.ts';
import { useBackButton } from '../../../../telegram/backButton.ts';
import { SavedViewRow } from './SavedViewRow.tsx';

interface SavedViewsDialogProps {
  readonly open: boolean;
  readonly table: SavedViewTable;
  readonly views: readonly SavedView[];
  /** The state of the table. */
  readonly current: string;
  onClose(): void;
}

/** Saves the state of the table under a name, and renames, replaces or deletes the admin's views of the table. */
export default function SavedViewsDialog({ open, table, views, current, onClose }: SavedViewsDialogProps) {
  useBackButton(onClose, open);
  const nameInput = useRef<InputRef>(null);
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [create, creating] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  const [remove] = useDeleteSavedViewMutation();

  /** Returns whether it has succeeded. */
  const run = async (call: { unwrap(): Promise<unknown> }, done: string): Promise<boolean> => {
    setFailure(null);
    setSaid('');
    try {
      await call.unwrap();
      setSaid(done);
      return true;
    } catch (error) {
      setFailure(errorSentence(error, 'Failed to change the views.'));
      return false;
    }
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { table, name, query: current, is_default: isDefault };
    if (!(await run(create({ body }), `Saved “${name.trim()}”.`))) return;
    setName('');
    setIsDefault(false);
  };

  return (
    <Modal
      title="Views"
      open={open}
      footer={null}
      width={560}
      closable={{ 'aria-label': 'Close' }}
      onCancel={onClose}
      // The dialog opens in some 0.3 s, in which a field can already be used.
      afterOpenChange={(isOpen) => isOpen && document.activeElement?.tagName !== 'INPUT' && nameInput.current?.focus()}
    >
      <Flex vertical gap="middle">
        <Typography.Text type="secondary">
          A view keeps sorting, search, filters and columns. Only you see your views.
        </Typography.Text>
        <form onSubmit={save}>
          <Flex vertical gap="small">
            <Flex gap="small">
              <Input
                ref={nameInput}
                aria-label="Name of the new view"
                placeholder="Name of the new view"
                maxLength={MAX_NAME_LENGTH}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <Button type="primary" htmlType="submit" disabled={name.trim() === ''} loading={creating.isLoading}>
                Save
              </Button>
            </Flex>
            <Checkbox checked={isDefault} onChange={({ target }) => setIsDefault(target.checked)}>
              Show it when the screen is opened
            </Checkbox>
          </Flex>
        </form>
        {failure && <Alert type="error" showIcon title={failure} />}
        <Typography.Text role="status" type="secondary" className={said ? undefined : 'u-hidden'}>
          {said}
        </Typography.Text>
        <Flex component="ul" vertical aria-label="Your views" style={{ margin: 0, padding: 0 }}>
          {views.map((view) => (
            <SavedViewRow
              key={view.id}
              view={view}
              isCurrent={view.query === current}
              onChange={(changes, done) => run(update({ id: view.id, body: changes }), done)}
              onReplace={() => run(update({ id: view.id, body: { query: current } }), `Replaced “${view.name}”.`)}
              onDelete={() => run(remove({ id: view.id }), `Deleted “${view.name}”.`)}
            />
          ))}
        </Flex>
      </Flex>
    </Modal>
  );
}
