import ControlOutlined from '@ant-design/icons/ControlOutlined';
import { Button, Checkbox, Popover } from 'antd';
import { useId, useRef, useState } from 'react';
import styles from './ColumnChooser.module.css';

interface ColumnChooserProps {
  /** Every column but the first, which always shows. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly shown: readonly string[];
  onChange(shown: readonly string[]): void;
}

/** Which columns a table shows. */
export function ColumnChooser({ columns, shown, onChange }: ColumnChooserProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const toggle = (key: string) =>
    onChange(columns.map((column) => column.key).filter((one) => (one === key) !== shown.includes(one)));

  const list = (
    <fieldset id={id} className={styles.list}>
      <legend className={styles.title}>Columns</legend>
      {columns.map(({ key, title }) => (
        <Checkbox key={key} checked={shown.includes(key)} onChange={() => toggle(key)}>
          {title}
        </Checkbox>
      ))}
    </fieldset>
  );

  return (
    // Beside the button in the page, so that the Tab key goes from it into the list.
    // biome-ignore lint/a11y/noStaticElementInteractions: the Escape key of the button and of the list arrives here.
    <span
      className={styles.anchor}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <Popover
        content={list}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={isOpen}
        onOpenChange={setIsOpen}
        getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
        destroyOnHidden
      >
        <Button
          ref={button}
          icon={<ControlOutlined aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
        >
          Columns
        </Button>
      </Popover>
    </span>
  );
}
