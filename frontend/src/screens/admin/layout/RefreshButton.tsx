import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button } from 'antd';

interface RefreshButtonProps {
  readonly query: { readonly isFetching: boolean; refetch(): unknown };
}

export function RefreshButton({ query }: RefreshButtonProps) {
  return (
    <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching} onClick={() => query.refetch()}>
      Refresh
    </Button>
  );
}
