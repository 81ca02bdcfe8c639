import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, type TableProps } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useUrlParams, withParam } from '../../../../app/hooks.ts';
import { useRowControl } from '../rowKeys.ts';

export interface RowDetails<Row> {
  /** The accessible name of a row. */
  nameOf(row: Row): string;
  /** The details. Their component should be lazy. */
  render(row: Row): ReactNode;
}

interface ToggleProps {
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  onToggle(): void;
}

/** The button that opens a row's details by keyboard. A click anywhere on the row does the same. */
const Toggle = ({ id, name, isOpen, onToggle }: ToggleProps) => (
  <Button
    {...useRowControl(id)}
    type="text"
    size="small"
    icon={<RightOutlined rotate={isOpen ? 90 : 0} />}
    aria-expanded={isOpen}
    aria-label={`details of ${name}`}
    onClick={onToggle}
  />
);

const PARAM = 'open';
const MOST = 20;

/**
 * The `expandable` of a table whose rows have details below them. The opened rows are in the URL, so that a link and a reload
 * open them again.
 */
export function useRowDetails<Row>(details: RowDetails<Row> | undefined, keyOf: (row: Row) => string) {
  const [params, changeParams] = useUrlParams();
  const toggle = (row: Row) =>
    changeParams(
      (current) => {
        const id = keyOf(row);
        const ids = current.get(PARAM)?.split(',') ?? [];
        const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MOST);
        return withParam(PARAM, next.join(',') || null)(current);
      },
      { replace: true },
    );
  const expandable: TableProps<Row>['expandable'] = details && {
    expandedRowKeys: params.get(PARAM)?.split(',') ?? [],
    expandedRowRender: (row) => <Suspense>{details.render(row)}</Suspense>,
    fixed: 'start',
    columnWidth: 44,
    columnTitle: <span className="u-hidden">Details</span>,
    expandIcon: ({ record, expanded }) => (
      <Toggle id={keyOf(record)} name={details.nameOf(record)} isOpen={expanded} onToggle={() => toggle(record)} />
    ),
  };
  return { expandable, toggle };
}
