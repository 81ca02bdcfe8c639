import ControlOutlined from '@ant-design/icons/ControlOutlined';
import { Checkbox } from 'antd';
import { ToolbarPopover } from './ToolbarPopover.tsx';

interface Column {
  readonly key: string;
  readonly title: string;
}
interface ColumnChooserProps {
  /** All columns; the first one is always shown. */
  readonly columns: readonly Column[];
  readonly shown: readonly Column[];
  onChange(keys: readonly string[]): void;
}

/** A menu that shows and hides the columns of a table. */
export const ColumnChooser = ({ columns, shown, onChange }: ColumnChooserProps) => (
  <ToolbarPopover name="columns" label="Columns" icon={<ControlOutlined aria-hidden />}>
    {() => (
      <Checkbox.Group
        role="group"
        aria-label="Columns"
        options={columns.map(({ key, title }, index) => ({ value: key, label: title, disabled: index === 0 }))}
        value={shown.map(({ key }) => key)}
        onChange={onChange}
        style={{ flexDirection: 'column', flexWrap: 'nowrap', gap: 4, maxHeight: '60vh', overflowY: 'auto' }}
      />
    )}
  </ToolbarPopover>
);
