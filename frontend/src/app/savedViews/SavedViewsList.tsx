import CheckOutlined from '@ant-design/icons/CheckOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import StarFilled from '@ant-design/icons/StarFilled';
import StarOutlined from '@ant-design/icons/StarOutlined';
import type { SavedView, SavedViewTable } from '@flyerdeck/contracts/types';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/values/schema';
import { Alert, Button, Divider, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { errorSentence, failureSentence } from '../../data/apiError.ts';
import {
  useCreateSavedViewMutation,
  useDeleteSavedViewMutation,
  useUpdateSavedViewMutation,
} from '../../data/savedViews/savedViewsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';

/** A URL with state, so that the default view does not apply. */
const STANDARD_VIEW = 'view=standard';

interface SavedViewsListProps {
  readonly table: SavedViewTable;
  readonly query: {
    readonly data?: { readonly views: readonly SavedView[] };
    readonly error?: unknown;
    refetch(): unknown;
  };
  /** The state of the table. */
  readonly current: string;
  /** Whether one of the views can be the default. */
  readonly hasDefault?: boolean;
  /** What a view keeps. */
  readonly keeps?: string;
  onShow(viewQuery: string): void;
}

/** The content of the menu of views: shows, saves, replaces and deletes views, and chooses the default. */
export default function SavedViewsList({
  table,
  query,
  current,
  hasDefault = true,
  keeps = 'sorting, search, filters and columns',
  onShow,
}: SavedViewsListProps) {
  const views = query.data?.views ?? [];
  const standard = views.some(({ is_default }) => is_default) ? STANDARD_VIEW : '';
  const [name, setName] = useUiState('savedViews.name', '');
  /** The view whose deletion is to be confirmed. */
  const [asked, ask] = useUiState<string | null>('savedViews.asked', null);
  const [failure, setFailure] = useState<string | null>(null);
  const [create, creating] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  const [remove] = useDeleteSavedViewMutation();
  const loadFailure = failureSentence(query.error, 'Failed to load the views.');
  const replaced = views.find((view) => view.name === name.trim());

  const run = async (call: { unwrap(): Promise<unknown> }) => {
    setFailure(null);
    try {
      await call.unwrap();
      setName('');
    } catch (error) {
      setFailure(errorSentence(error, 'Failed to change the views.'));
    }
  };
  const save = () =>
    run(
      replaced
        ? update({ id: replaced.id, body: { query: current } })
        : create({ body: { table, name, query: current, is_default: false } }),
    );

  return (
    <Flex vertical gap="small" style={{ width: 300, maxWidth: 'calc(100vw - 56px)' }}>
      {loadFailure && <ErrorAlert message={loadFailure} onRetry={() => query.refetch()} />}
      <Flex vertical role="group" aria-label="Views" style={{ maxHeight: '50vh', overflowY: 'auto' }}>
        <ViewButton name="Standard view" isShown={current === ''} onClick={() => onShow(standard)} />
        {views.map((view) => (
          <Flex key={view.id}>
            <ViewButton name={view.name} isShown={view.query === current} onClick={() => onShow(view.query)} />
            {asked === view.id ? (
              <>
                <Button
                  danger
                  autoFocus
                  onClick={() => run(remove({ id: view.id }))}
                  aria-label={`Delete ${view.name}`}
                >
                  Delete
                </Button>
                <Button type="text" onClick={() => ask(null)}>
                  Keep
                </Button>
              </>
            ) : (
              <>
                {hasDefault && (
                  <Button
                    type="text"
                    icon={view.is_default ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
                    aria-label={`Open with ${view.name}`}
                    aria-pressed={view.is_default}
                    title="Show it when the screen is opened"
                    onClick={() => run(update({ id: view.id, body: { is_default: !view.is_default } }))}
                  />
                )}
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`Delete ${view.name}…`}
                  onClick={() => ask(view.id)}
                />
              </>
            )}
          </Flex>
        ))}
      </Flex>
      <Divider size="small" style={{ margin: 0 }} />
      <Flex gap="small">
        <Input
          aria-label="Name of the view"
          placeholder="Save what is shown as…"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onPressEnter={() => name.trim() && save()}
        />
        <Button disabled={name.trim() === ''} loading={creating.isLoading} onClick={save}>
          {replaced ? 'Replace' : 'Save'}
        </Button>
      </Flex>
      <Typography.Text type="secondary">A view keeps {keeps}. Only you see your views.</Typography.Text>
      {failure && <Alert type="error" showIcon title={failure} />}
    </Flex>
  );
}

interface ViewButtonProps {
  readonly name: string;
  readonly isShown: boolean;
  onClick(): void;
}

const ViewButton = ({ name, isShown, onClick }: ViewButtonProps) => (
  <Button
    type="text"
    aria-current={isShown}
    onClick={onClick}
    style={{ justifyContent: 'start', flex: 1, minWidth: 0 }}
  >
    <CheckOutlined aria-hidden style={{ visibility: isShown ? 'visible' : 'hidden' }} />
    <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>
  </Button>
);
