import UserOutlined from '@ant-design/icons/UserOutlined';
import type { CurrentUser } from '@flyerdeck/contracts/types';
import { Button, Dropdown } from 'antd';
import { useRef, useSyncExternalStore } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { accountName } from '../../../lib/accounts.ts';
import { chooseHourClock, HOUR_CLOCKS, type HourClock, hourClock, onHourClock } from '../../../lib/hourClock.ts';
import { useBackButton } from '../../../telegram/buttons.ts';
import type { DialogName } from '../views.ts';

interface AccountMenuProps {
  readonly user: CurrentUser;
  onOpen(dialog: DialogName): void;
}

const CLOCK_LABELS: Readonly<Record<HourClock, string>> = {
  browser: 'As in this browser',
  '12': '12 hours (6:00 PM)',
  '24': '24 hours (18:00)',
};

export default function AccountMenu({ user, onOpen }: AccountMenuProps) {
  // Loaded when the user first opens the menu, so it is open at the first render.
  const [isOpen, setIsOpen] = useUiState('accountMenu', true);
  const button = useRef<HTMLButtonElement>(null);
  const clock = useSyncExternalStore(onHourClock, hourClock);
  useBackButton(() => setIsOpen(false), isOpen);
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      // Rendered in the header, so that screen readers find it beside its button.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      menu={{
        selectable: true,
        // The chosen item disappears. A dialog returns the focus to what had it when the dialog opened.
        onClick: () => button.current?.focus(),
        selectedKeys: [`clock-${clock}`],
        items: [
          {
            key: 'account',
            type: 'group',
            label: <span className="u-muted">{accountName({ ...user, id: user.telegram_id })}</span>,
            children: [
              { key: 'messages', label: 'Messages of the bot', onClick: () => onOpen('messages') },
              { key: 'runners', label: 'Runners', onClick: () => onOpen('runners') },
              { key: 'sessions', label: 'My sessions', onClick: () => onOpen('sessions') },
              { key: 'privacy', label: 'Privacy and data', onClick: () => onOpen('privacy') },
              { key: 'report', label: 'Report a problem', onClick: () => onOpen('report') },
            ],
          },
          {
            key: 'clock',
            type: 'group',
            label: <span className="u-muted">Times</span>,
            children: HOUR_CLOCKS.map((choice) => ({
              key: `clock-${choice}`,
              label: CLOCK_LABELS[choice],
              onClick: () => chooseHourClock(choice),
            })),
          },
        ],
      }}
    >
      <Button
        ref={button}
        icon={<UserOutlined aria-hidden />}
        aria-label="Account"
        aria-haspopup="menu"
        aria-expanded={isOpen}
      />
    </Dropdown>
  );
}
