import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { AdminColumn } from '../src/screens/admin/table/columns.tsx';

/** The cells of a row by the titles of their columns, without antd's Table, which takes long to render. */
export function renderCells<Row extends object>(columns: readonly AdminColumn<Row>[], row: Row) {
  const { container } = render(
    <MemoryRouter>
      {columns.map(({ key, dataIndex, render: cell }) => {
        const value = dataIndex === undefined ? undefined : row[dataIndex as keyof Row];
        return <div key={key}>{(cell ? cell(value, row, 0) : value) as React.ReactNode}</div>;
      })}
    </MemoryRouter>,
  );
  const cells = [...container.children] as HTMLElement[];
  return {
    cells: Object.fromEntries(columns.map(({ title }, index) => [title, cells[index] as HTMLElement])),
    texts: Object.fromEntries(columns.map(({ title }, index) => [title, cells[index]?.textContent])),
  };
}
