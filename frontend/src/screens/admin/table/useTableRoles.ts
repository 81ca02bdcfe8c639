import type { TableRef } from 'antd';
import { type RefObject, useLayoutEffect } from 'react';

interface VirtualTable {
  /** What a screen reader calls the table. */
  readonly label: string;
  readonly rowCount: number;
}

/**
 * Roles that antd has no props for. A virtual table of it is a header table above plain boxes, in one box that has to be
 * the table for a screen reader: no wider one, which holds busy marks and the footer too.
 */
export function useTableRoles(table: RefObject<TableRef | null>, virtual: VirtualTable | null): void {
  // After each render: antd makes these boxes anew when the first row comes or the last one goes.
  useLayoutEffect(() => {
    const box = table.current?.nativeElement.querySelector('.ant-table-container');
    if (!virtual || !box) return;
    box.setAttribute('role', 'table');
    box.setAttribute('aria-label', virtual.label);
    box.setAttribute('aria-rowcount', String(virtual.rowCount + 1));
  });
}
