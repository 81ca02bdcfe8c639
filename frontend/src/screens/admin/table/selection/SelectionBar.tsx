import { MAX_SELECTED_ROWS } from '@flyerdeck/contracts/values/admin';
import { Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../../lib/numbers.ts';
import type { RowSelection } from './useRowSelection.ts';

interface SelectionBarProps {
  readonly selection: Pick<RowSelection<never>, 'chosen' | 'clear'>;
  /** The actions. */
  readonly children: ReactNode;
}

/** What can be done with the selected rows. Nothing while none is selected. */
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
