import ControlOutlined from '@ant-design/icons/ControlOutlined';
import { Button, Checkbox, Flex, Popover } from 'antd';
import { useRef, useState } from 'react';

interface ColumnChooserProps {
  /** Every column but the first, which is always shown. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly shown: readonly string[];
  onChange(shown: readonly string[]): void;
}

/** Which columns a table shows. */
export function ColumnChooser({ columns, shown, onChange }: ColumnChooserProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span style={{ position: 'relative' }}>
      <Popover
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={isOpen}
        onOpenChange={(open) => {
          // Escape closes the list while the focus is in it.
          if (!open && document.activeElement?.closest('.ant-popover')) button.current?.focus();
          setIsOpen(open);
        }}
        // In the span beside the button, so that the Tab key leads from the button into the list.
        getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
        destroyOnHidden
        content={
          <Checkbox.Group value={[...shown]} onChange={(keys) => onChange(keys)} role="group" aria-label="Columns">
            <Flex vertical gap="small">
              {columns.map(({ key, title }) => (
                <Checkbox key={key} value={key}>
                  {title}
                </Checkbox>
              ))}
            </Flex>
          </Checkbox.Group>
        }
      >
        <Button ref={button} icon={<ControlOutlined aria-hidden />} aria-expanded={isOpen}>
          Columns
        </Button>
      </Popover>
    </span>
  );
}
