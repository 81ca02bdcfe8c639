import CheckOutlined from '@ant-design/icons/CheckOutlined';
import ProfileOutlined from '@ant-design/icons/ProfileOutlined';
import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { Button, Divider, Flex, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListSavedViewsQuery } from '../../../../data/admin/savedViewsApi.ts';
import { QueryAlert } from '../../layout/QueryAlert.tsx';
import { ToolbarPopover } from '../ToolbarPopover.tsx';
import { STANDARD_VIEW, viewQueryOf } from './viewQuery.ts';

const SavedViewsDialog = lazy(() => import('./SavedViewsDialog.tsx'));

/** A menu with the admin's views of a table. A view is the state of the table in the URL, under a name. */
export function SavedViews({ table }: { readonly table: SavedViewTable }) {
  const [params, setParams] = useSearchParams();
  const query = useListSavedViewsQuery({ table });
  // Null until it was opened, so that its chunk is loaded then.
  const [isManaging, setIsManaging] = useState<boolean | null>(null);
  const views = query.data?.views ?? [];
  const current = viewQueryOf(params);
  const shown = views.find((view) => view.query === current);
  const standard = views.some(({ is_default }) => is_default) ? STANDARD_VIEW : '';

  return (
    <>
      <ToolbarPopover label={shown ? `View: ${shown.name}` : 'Views'} icon={<ProfileOutlined aria-hidden />}>
        {(close) => {
          const show = (viewQuery: string) => {
            close();
            setParams(new URLSearchParams(viewQuery));
          };
          return (
            <Flex vertical style={{ width: 280, maxWidth: 'calc(100vw - 56px)' }}>
              <QueryAlert query={query} />
              <Flex vertical role="group" aria-label="Views" style={{ maxHeight: '50vh', overflowY: 'auto' }}>
                <ViewButton name="Standard view" isShown={current === ''} onClick={() => show(standard)} />
                {views.map((view) => (
                  <ViewButton
                    key={view.id}
                    name={view.name}
                    isDefault={view.is_default}
                    isShown={view === shown}
                    onClick={() => show(view.query)}
                  />
                ))}
              </Flex>
              <Divider size="small" />
              <Button
                onClick={() => {
                  close();
                  setIsManaging(true);
                }}
              >
                Save or change views…
              </Button>
            </Flex>
          );
        }}
      </ToolbarPopover>
      {isManaging !== null && (
        <Suspense>
          <SavedViewsDialog
            open={isManaging}
            table={table}
            views={views}
            current={current}
            onClose={() => setIsManaging(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ViewButtonProps {
  readonly name: string;
  readonly isShown: boolean;
  readonly isDefault?: boolean;
  onClick(): void;
}

const ViewButton = ({ name, isShown, isDefault = false, onClick }: ViewButtonProps) => (
  <Button type="text" aria-current={isShown} onClick={onClick} style={{ justifyContent: 'start', flex: 'none' }}>
    <CheckOutlined aria-hidden style={{ visibility: isShown ? 'visible' : 'hidden' }} />
    <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>
    {isDefault && <Tag>default</Tag>}
  </Button>
);
