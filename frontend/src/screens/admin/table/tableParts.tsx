import type { HTMLAttributes } from 'react';
import { HeaderCell } from './HeaderCell.tsx';

export const PARTS = { header: { cell: HeaderCell } };

/**
 * A virtual table of antd is a header table above plain boxes. The box around both is the table then (`useTableRoles`), so
 * antd's own ones have to keep silent; rows and cells get their roles from AdminTable.
 */
export const VIRTUAL_PARTS = { header: { ...PARTS.header, table: SilentTable }, table: SilentTable };

function SilentTable(props: HTMLAttributes<HTMLTableElement>) {
  return <table role="presentation" {...props} />;
}
