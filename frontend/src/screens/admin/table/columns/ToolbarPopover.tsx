import { Button, Popover } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useUiState } from '../../../../data/uiState/useUiState.ts';

interface ToolbarPopoverProps {
  /** Unique in the toolbar. */
  readonly name: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** The content while it is open. `close` closes it and returns the focus to the button. */
  children(close: () => void): ReactNode;
}

/** Moved sideways where it would leave the window: on a phone the button is not at the window's edge. */
const PLACEMENTS = {
  bottomRight: { points: ['tr', 'br'], offset: [0, 4], overflow: { shiftX: true, adjustY: true } },
};

/** A button of a table's toolbar with a list below it. */
export function ToolbarPopover({ name, label, icon, children }: ToolbarPopoverProps) {
  const [isOpen, setIsOpen] = useUiState(`toolbar/${name}`, false);
  const button = useRef<HTMLButtonElement>(null);
  const change = (open: boolean) => {
    // Escape may close the list while it has the focus; the focus then returns to the button.
    if (!open && document.activeElement?.closest('.ant-popover')) button.current?.focus();
    setIsOpen(open);
  };
  return (
    <span style={{ position: 'relative' }}>
      <Popover
        trigger="click"
        placement="bottomRight"
        builtinPlacements={PLACEMENTS}
        arrow={false}
        open={isOpen}
        onOpenChange={change}
        // Rendered beside the button, so that the list follows the button in the tab order.
        getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
        destroyOnHidden
        content={children(() => change(false))}
      >
        <Button ref={button} icon={icon} aria-expanded={isOpen} style={{ maxWidth: 240 }}>
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{label}</span>
        </Button>
      </Popover>
    </span>
  );
}
