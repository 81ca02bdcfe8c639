import ControlOutlined from '@ant-design/icons/ControlOutlined';
import { Button, Checkbox, Popover, type TableColumnType } from 'antd';
import { useEffect } from 'react';
import { useAppSelector, useUrlParams, withParam } from '../../../app/hooks.ts';
import { loadTableColumns, saveTableColumns } from '../../../data/request/userStorage.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';

/** A column of an admin table. The first column is always shown and stays in view when the table scrolls. */
export interface AdminColumn<Row> extends TableColumnType<Row> {
  /** Also the value of the URL parameter `sort`. */
  readonly key: string;
  readonly title: string;
  readonly width: number;
}

/** The first click on the header sorts in the order of the name; the next click reverses it. */
export const SORT_ASCENDING = {
  sorter: true,
  sortDirections: ['ascend', 'descend', 'ascend'],
} satisfies TableColumnType;
export const SORT_DESCENDING = {
  sorter: true,
  sortDirections: ['descend', 'ascend', 'descend'],
} satisfies TableColumnType;

export const timeColumn = <Row,>(
  column: Pick<AdminColumn<Row>, 'key' | 'title' | 'width'>,
  timeOf: (row: Row) => string | null,
  format = formatDateTime,
): AdminColumn<Row> => ({
  ...column,
  ...SORT_DESCENDING,
  render: (_, row) => {
    const at = timeOf(row);
    if (at === null) return <span className="u-muted">Never</span>;
    return (
      <time className="u-nowrap" dateTime={at}>
        {format(at)}
      </time>
    );
  },
});

const PARAM = 'columns';

interface Keyed {
  readonly key: string;
}

/** The columns in the URL parameter `columns`: 'username,created_at'. The first column is always shown. Null stands for all. */
function columnsIn<Column extends Keyed>(columns: readonly Column[], text: string | null): readonly Column[] {
  if (text === null) return columns;
  const keys = text.split(',');
  return columns.filter(({ key }, index) => index === 0 || keys.includes(key));
}

function columnsText(columns: readonly Keyed[], shown: readonly string[]): string | null {
  const others = columns.slice(1).map(({ key }) => key);
  const kept = others.filter((key) => shown.includes(key));
  return kept.length === others.length ? null : kept.join(',');
}

/** In the URL, so that a link reproduces them. The browser's latest choice applies when the screen is opened without a query. */
export function useTableColumns<Column extends Keyed>(table: string, columns: readonly Column[]) {
  const [params, changeParams] = useUrlParams();
  const telegramId = useAppSelector((state) => selectCurrentUser(state)?.telegram_id ?? '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the screen is opened.
  useEffect(() => {
    const latest = params.size === 0 ? loadTableColumns(telegramId, table) : null;
    if (latest !== null) changeParams(withParam(PARAM, latest), { replace: true });
  }, []);

  return {
    shown: columnsIn(columns, params.get(PARAM)),
    show(keys: readonly string[]) {
      const text = columnsText(columns, keys);
      changeParams(withParam(PARAM, text), { replace: true });
      saveTableColumns(telegramId, table, text);
    },
  };
}

interface ColumnChooserProps {
  readonly columns: readonly (Keyed & { readonly title: string })[];
  readonly shown: readonly Keyed[];
  onChange(keys: readonly string[]): void;
}

export const ColumnChooser = ({ columns, shown, onChange }: ColumnChooserProps) => (
  <Popover
    trigger="click"
    placement="bottomRight"
    arrow={false}
    // Rendered beside the button, so that the list follows the button in the tab order.
    getPopupContainer={(button) => button.parentElement ?? document.body}
    content={
      <Checkbox.Group
        role="group"
        aria-label="Columns"
        options={columns.map(({ key, title }, index) => ({ value: key, label: title, disabled: index === 0 }))}
        value={shown.map(({ key }) => key)}
        onChange={onChange}
        style={{ flexDirection: 'column', flexWrap: 'nowrap', gap: 4, maxHeight: '60vh', overflowY: 'auto' }}
      />
    }
  >
    <Button icon={<ControlOutlined aria-hidden />}>Columns</Button>
  </Popover>
);
