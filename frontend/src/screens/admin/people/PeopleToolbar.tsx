import type { ReactNode } from 'react';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { ExportButton } from '../table/ExportButton.tsx';
import toolbar from '../table/tableToolbar.module.css';
import { PeopleSearch } from './PeopleSearch.tsx';

interface PeopleToolbarProps {
  /** What the address says. */
  readonly search: string;
  onSearch(search: string): void;
  /** A state's setter, so that it stays the same. */
  onWanted(wanted: string): void;
  readonly filters?: ReactNode;
  /** Every column of the table, and the keys of those that show. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly shownColumns: readonly string[];
  onShowColumns(keys: readonly string[]): void;
  readonly isEmpty: boolean;
  askForExport(): Promise<{ readonly download_url: string }>;
}

/** How the people of a table are searched and narrowed down, which columns show, and the export. */
export function PeopleToolbar({
  search,
  onSearch,
  onWanted,
  filters,
  columns,
  shownColumns,
  onShowColumns,
  isEmpty,
  askForExport,
}: PeopleToolbarProps) {
  return (
    <div className={toolbar.tools}>
      <PeopleSearch search={search} onSearch={onSearch} onWanted={onWanted} />
      {filters}
      <div className={toolbar.whole}>
        <ColumnChooser columns={columns.slice(1)} shown={shownColumns} onChange={onShowColumns} />
        <ExportButton disabled={isEmpty} askForTicket={askForExport} />
      </div>
    </div>
  );
}
