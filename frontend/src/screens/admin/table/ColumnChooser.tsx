import ControlOutlined from '@ant-design/icons/ControlOutlined';
import { Button, Checkbox, Flex, Popover } from 'antd';
import { useRef } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';

interface ColumnChooserProps {
  /** All columns except the first, which is always shown. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly shown: readonly string[];
  onChange(shown: readonly string[]): void;
}

/** A menu that shows and hides the columns of a table. */
export function ColumnChooser({ columns, shown, onChange }: ColumnChooserProps) {
  const [isOpen, setIsOpen] = useUiState('columnChooser', false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span style={{ position: 'relative' }}>
      <Popover
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={isOpen}
        onOpenChange={(open) => {
          // Escape may close the list while it has the focus; the focus then returns to the button.
          if (!open && document.activeElement?.closest('.ant-popover')) button.current?.focus();
          setIsOpen(open);
        }}
        // Rendered beside the button, so that the list follows the button in the tab order.
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
