import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Button, Checkbox, Flex } from 'antd';
import { useState } from 'react';
import type { ColumnChooserProps } from './ColumnChooser.tsx';
import { changeColumn, type DefinedColumn, type ListedColumn, listColumns, moveColumn } from './tableColumns.ts';
import { WidthField } from './WidthField.tsx';

/** The content of the column chooser. */
export default function ColumnList({ columns, list, onChange }: ColumnChooserProps<DefinedColumn>) {
  const [moved, setMoved] = useState('');
  const shown = list.filter(({ isShown }) => isShown);

  const move = ({ column: { key, title } }: ListedColumn<DefinedColumn>, by: -1 | 1) => {
    const next = moveColumn(list, key, by);
    onChange(next);
    const position = next.filter(({ isShown }) => isShown).findIndex(({ column }) => column.key === key) + 1;
    setMoved(`${title} is column ${position} of ${shown.length}`);
  };

  return (
    <Flex vertical gap="small" role="group" aria-label="Columns" style={{ width: 300, maxWidth: 'calc(100vw - 56px)' }}>
      <Flex vertical gap={4} style={{ maxHeight: 'min(60vh, 480px)', overflowY: 'auto' }}>
        {list.map((one, index) => {
          const { column, isShown, widthPx } = one;
          const { key, title } = column;
          return (
            <Flex key={key} align="center" gap={4}>
              <Checkbox
                checked={isShown}
                disabled={index === 0}
                onChange={({ target }) => onChange(changeColumn(list, key, { isShown: target.checked }))}
                style={{ flex: 1 }}
              >
                {title}
              </Checkbox>
              {isShown && index > 0 && (
                <>
                  <Button
                    type="text"
                    size="small"
                    icon={<UpOutlined aria-hidden />}
                    aria-label={`Move ${title} up`}
                    disabled={shown.indexOf(one) === 1}
                    onClick={() => move(one, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DownOutlined aria-hidden />}
                    aria-label={`Move ${title} down`}
                    disabled={one === shown.at(-1)}
                    onClick={() => move(one, 1)}
                  />
                </>
              )}
              {isShown && (
                <WidthField
                  label={`Width of ${title}`}
                  widthPx={widthPx}
                  onChange={(px) => onChange(changeColumn(list, key, { widthPx: px }))}
                />
              )}
            </Flex>
          );
        })}
      </Flex>
      <Button size="small" onClick={() => onChange(listColumns(columns, null))}>
        Reset columns
      </Button>
      <span role="status" className="u-hidden">
        {moved}
      </span>
    </Flex>
  );
}
