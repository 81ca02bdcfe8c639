import { MAX_SELECTED_ROWS } from '@flyerdeck/contracts/admin.values';
import { Button, Flex, Typography } from 'antd';
import type { TableRowSelection } from 'antd/es/table/interface';
import { type ReactNode, useRef } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { FailureAlert } from '../../../ui/notices.tsx';
import { MountedDialog } from '../layout/MountedDialog.tsx';

export interface RowSelection<Row> {
  readonly rowSelection: TableRowSelection<Row>;
  readonly chosen: readonly string[];
  clear(): void;
}

/** Selects rows of a table. Another `filter` clears the selection, so that it never has rows that are not shown. */
export function useRowSelection<Row>(filter: object): RowSelection<Row> {
  const scope = JSON.stringify(filter);
  const [stored, setStored] = useUiState<{ scope: string; chosen: readonly string[] }>('admin.selection', {
    scope,
    chosen: [],
  });
  const chosen = stored.scope === scope ? stored.chosen : [];
  return {
    rowSelection: {
      selectedRowKeys: [...chosen],
      preserveSelectedRowKeys: true,
      columnWidth: 44,
      onChange: (next) => setStored({ scope, chosen: next.map(String) }),
    },
    chosen,
    clear: () => setStored({ scope, chosen: [] }),
  };
}

interface SelectionBarProps {
  readonly selection: Pick<RowSelection<never>, 'chosen' | 'clear'>;
  readonly children: ReactNode;
}

export function SelectionBar({ selection: { chosen, clear }, children }: SelectionBarProps) {
  if (chosen.length === 0) return null;
  return (
    <Flex role="group" aria-label="Selected rows" wrap align="center" gap="small" style={{ width: '100%', order: 2 }}>
      <Typography.Text strong role="status">
        {`${formatNumber(chosen.length)} selected`}
      </Typography.Text>
      {chosen.length > MAX_SELECTED_ROWS ? (
        <Typography.Text type="secondary">{`Select at most ${MAX_SELECTED_ROWS} rows.`}</Typography.Text>
      ) : (
        children
      )}
      <Button type="text" size="small" onClick={clear}>
        Clear
      </Button>
    </Flex>
  );
}

export interface BulkAction {
  onDone(message: string): void;
  onClose(): void;
}

interface BulkDialogProps extends BulkAction {
  readonly title: string;
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly state: { readonly isLoading: boolean; readonly error?: unknown };
  /** Sends the call, which does all or nothing. */
  send(): Promise<{ readonly data?: { readonly message: string } | undefined }>;
  readonly children: ReactNode;
}

export function BulkDialog({
  title,
  action,
  isDanger = false,
  isDisabled = false,
  state: { isLoading, error },
  send,
  onDone,
  onClose,
  children,
}: BulkDialogProps) {
  // The button may be pressed again before this component is rendered with `isLoading`.
  const isSending = useRef(false);
  const start = async () => {
    if (isSending.current) return;
    isSending.current = true;
    const { data } = await send();
    isSending.current = false;
    if (data) onDone(data.message);
  };
  return (
    <MountedDialog
      title={title}
      width={460}
      okText={action}
      okButtonProps={{ danger: isDanger, disabled: isDisabled, loading: isLoading }}
      onOk={start}
      onClose={onClose}
    >
      <Flex vertical gap="small">
        {children}
        <FailureAlert error={error} fallback={`${title} failed.`} />
      </Flex>
    </MountedDialog>
  );
}
