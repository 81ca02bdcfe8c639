import { Dropdown } from 'antd';
import { useRef } from 'react';
import { useBackButton } from '../../../telegram/buttons.ts';
import { PageMenuButton } from './PageMenuButton.tsx';
import type { PageActions } from './usePageEdits.ts';

interface PageMenuProps extends PageActions {
  readonly isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onOpenDetails(): void;
}

export default function PageMenu({
  name,
  isUnlinking,
  isOpen,
  onOpenChange,
  onOpenDetails,
  onOpenLimits,
  onUnlink,
}: PageMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useBackButton(() => onOpenChange(false), isOpen);
  const item = (key: string, label: string, act: () => void, disabled = false) => ({
    key,
    label,
    disabled,
    onClick: () => {
      button.current?.focus();
      act();
    },
  });
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      // Inside of the tab, because the row clips its content.
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('[role="tabpanel"]') ?? document.body}
      menu={{
        items: [
          item('details', 'Details', onOpenDetails),
          item('limits', 'Limits', onOpenLimits),
          item('unlink', 'Unlink', onUnlink, isUnlinking),
        ],
      }}
    >
      <PageMenuButton ref={button} name={name} isOpen={isOpen} />
    </Dropdown>
  );
}
