import UserOutlined from '@ant-design/icons/UserOutlined';
import type { CurrentUser } from '@flyerdeck/contracts/types';
import { Button, Dropdown } from 'antd';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { accountName } from '../../../lib/accountName.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';

const ReportDialog = lazyPart(() => import('../../../app/report/ReportDialog.tsx'));
const RunnersDialog = lazyPart(() => import('./RunnersDialog.tsx'));
const SessionsDialog = lazyPart(() => import('./SessionsDialog.tsx'));

/** The user's name and the account's settings. */
export default function AccountMenu({ user, onShowPrivacy }: { readonly user: CurrentUser; onShowPrivacy(): void }) {
  // Loaded when the user first opens the menu, so it is open at the first render.
  const [isOpen, setIsOpen] = useUiState('accountMenu', true);
  const [isListing, setIsListing] = useUiState('sessions', false);
  const [isShowingRunners, setIsShowingRunners] = useUiState('runners', false);
  const [isReporting, setIsReporting] = useUiState('reportProblem', false);
  useBackButton(() => setIsOpen(false), isOpen);
  return (
    <>
      <Dropdown
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={['click']}
        autoFocus
        placement="bottomRight"
        // Rendered in the header, so that screen readers find it beside its button.
        getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
        menu={{
          items: [
            {
              key: 'account',
              type: 'group',
              label: <span className="u-muted">{accountName({ ...user, id: user.telegram_id })}</span>,
              children: [
                { key: 'runners', label: 'Runners', onClick: () => setIsShowingRunners(true) },
                { key: 'sessions', label: 'My sessions', onClick: () => setIsListing(true) },
                { key: 'privacy', label: 'Privacy and data', onClick: onShowPrivacy },
                { key: 'report', label: 'Report a problem', onClick: () => setIsReporting(true) },
              ],
            },
          ],
        }}
      >
        <Button icon={<UserOutlined aria-hidden />} aria-label="Account" aria-haspopup="menu" aria-expanded={isOpen} />
      </Dropdown>
      {isShowingRunners && <RunnersDialog onClose={() => setIsShowingRunners(false)} />}
      {isListing && <SessionsDialog onClose={() => setIsListing(false)} />}
      {isReporting && <ReportDialog onClose={() => setIsReporting(false)} />}
    </>
  );
}
