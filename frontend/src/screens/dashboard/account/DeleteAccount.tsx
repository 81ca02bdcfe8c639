import { Button } from 'antd';
import { DeleteAccountForm } from '../../../app/deleteAccount/DeleteAccountForm.tsx';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { readMiniApp } from '../../../telegram/miniApp.ts';

/** In the mini app its init data is the proof of who the user is. In a browser Telegram's button on another page gives one. */
export function DeleteAccount() {
  const miniApp = readMiniApp();
  if (miniApp?.isInTelegram) return <DeleteAccountForm proof={{ init_data: miniApp.initData }} />;
  if (webAppSettings.mockAuth) return <DeleteAccountForm proof={{}} />;
  return (
    <>
      <p className="u-muted">Telegram must confirm that it is you. Then you can delete the account.</p>
      {/* A page load, because only the policy of the pages under /auth allows Telegram's button. */}
      <Button danger href="/auth/delete-account">
        Confirm with Telegram
      </Button>
    </>
  );
}
