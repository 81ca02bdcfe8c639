import { MAX_NAMED_ROWS } from '@flyerdeck/contracts/values/userBatches';
import { Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../../lib/formatNumber.ts';
import type { RowSelection } from './useRowSelection.ts';

interface SelectionBarProps {
  readonly selection: Pick<RowSelection<never>, 'chosen' | 'chooseAll' | 'clear'>;
  /** How many rows match on all pages; undefined where the actions cannot take all that match. */
  readonly matching: number | undefined;
  /** The actions. */
  readonly children: ReactNode;
}

/** What can be done with the selected rows. Nothing while none is selected. */
export function SelectionBar({ selection: { chosen, chooseAll, clear }, matching, children }: SelectionBarProps) {
  if (chosen.length === 0) return null;
  const isTooMany = chosen !== 'all' && chosen.length > MAX_NAMED_ROWS;
  return (
    <Flex role="group" aria-label="Selected rows" wrap align="center" gap="small" style={{ width: '100%', order: 2 }}>
      <Typography.Text strong role="status">
        {chosen === 'all' ? `All ${formatNumber(matching ?? 0)} that match` : `${formatNumber(chosen.length)} selected`}
      </Typography.Text>
      {chosen !== 'all' && matching !== undefined && (
        <Button type="link" size="small" onClick={chooseAll}>
          {`Select all ${formatNumber(matching)} that match`}
        </Button>
      )}
      {isTooMany ? (
        <Typography.Text type="secondary">{`Select at most ${MAX_NAMED_ROWS} rows, or all that match.`}</Typography.Text>
      ) : (
        children
      )}
      <Button type="text" size="small" onClick={clear}>
        Clear
      </Button>
    </Flex>
  );
}
