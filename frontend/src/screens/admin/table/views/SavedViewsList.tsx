import CheckOutlined from '@ant-design/icons/CheckOutlined';
import type { SavedView } from '@flyerdeck/contracts/types';
import { Button, Divider, Flex, Tag } from 'antd';
import { QueryAlert } from '../../layout/QueryAlert.tsx';
import { STANDARD_VIEW } from './viewQuery.ts';

interface SavedViewsListProps {
  readonly query: {
    readonly data?: { readonly views: readonly SavedView[] };
    readonly error?: unknown;
    refetch(): unknown;
  };
  /** The state of the table. */
  readonly current: string;
  onShow(viewQuery: string): void;
  onManage(): void;
}

/** The content of the menu of views. */
export default function SavedViewsList({ query, current, onShow, onManage }: SavedViewsListProps) {
  const views = query.data?.views ?? [];
  const standard = views.some(({ is_default }) => is_default) ? STANDARD_VIEW : '';
  return (
    <Flex vertical style={{ width: 280, maxWidth: 'calc(100vw - 56px)' }}>
      <QueryAlert query={query} />
      <Flex vertical role="group" aria-label="Views" style={{ maxHeight: '50vh', overflowY: 'auto' }}>
        <ViewButton name="Standard view" isShown={current === ''} onClick={() => onShow(standard)} />
        {views.map((view) => (
          <ViewButton
            key={view.id}
            name={view.name}
            isDefault={view.is_default}
            isShown={view.query === current}
            onClick={() => onShow(view.query)}
          />
        ))}
      </Flex>
      <Divider size="small" />
      <Button onClick={onManage}>Save or change views…</Button>
    </Flex>
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
