import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, type TableProps } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useRowControl } from '../RowKeys.tsx';

interface ToggleProps {
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  onToggle(): void;
}

/** The button that opens a row's details by keyboard. A click anywhere on the row does the same. */
function Toggle({ id, name, isOpen, onToggle }: ToggleProps) {
  return (
    <Button
      {...useRowControl<HTMLButtonElement>(id)}
      type="text"
      size="small"
      icon={<RightOutlined rotate={isOpen ? 90 : 0} />}
      aria-expanded={isOpen}
      aria-label={`details of ${name}`}
      onClick={onToggle}
    />
  );
}

interface RowDetailsOptions<Row> {
  readonly openIds: readonly string[];
  toggle(id: string): void;
  /** The accessible name of a row. */
  nameOf(row: Row): string;
  /** The details. Their component should be lazy. */
  render(row: Row): ReactNode;
}

/** The `expandable` of a table whose rows have details below them. */
export const rowDetails = <Row extends { readonly id: string }>({
  openIds,
  toggle,
  nameOf,
  render,
}: RowDetailsOptions<Row>): TableProps<Row>['expandable'] => ({
  expandedRowKeys: openIds,
  expandedRowRender: (row) => <Suspense>{render(row)}</Suspense>,
  fixed: 'start',
  columnWidth: 44,
  columnTitle: <span className="u-hidden">Details</span>,
  expandIcon: ({ record, expanded }) => (
    <Toggle id={record.id} name={nameOf(record)} isOpen={expanded} onToggle={() => toggle(record.id)} />
  ),
});
