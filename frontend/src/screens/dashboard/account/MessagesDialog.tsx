import type { CurrentUser } from '@flyerdeck/contracts/types';
import { Alert, Button } from 'antd';
import { useAppDispatch } from '../../../app/hooks.ts';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { botAllowed } from '../../../data/request/sessionActions.ts';
import { useMeQuery } from '../../../data/session/sessionSlice.ts';
import { openOutside } from '../../../telegram/openOutside.ts';
import { useWebApp } from '../../../telegram/webApp.ts';

interface MessagesDialogProps {
  readonly user: CurrentUser;
  onClose(): void;
}

export default function MessagesDialog({ user, onClose }: MessagesDialogProps) {
  const webApp = useWebApp();
  const dispatch = useAppDispatch();
  // The person may come back from the chat with the bot.
  useMeQuery(undefined, { refetchOnFocus: true });
  const { botUsername } = webAppSettings;
  const askedBy = !user.bot_may_write && webApp?.isVersionAtLeast('6.9') ? webApp : null;
  return (
    <OpenedDialog name="messages" title="Messages of the bot" width={480} onClosed={onClose}>
      {() => (
        <div className="u-stack u-gap16 u-above8">
          {user.bot_may_write ? (
            <p className="u-flush">
              The bot tells you in Telegram when something has stopped, and sends the screenshots of finished
              assistants. Send it /settings for quiet hours, or for one message a day.
            </p>
          ) : (
            <Alert
              type="warning"
              showIcon
              title="The bot cannot write to you"
              description="You have blocked it or not allowed its messages. What it tells about stopped posts, and the screenshots, do not reach you. Allow its messages, or open the bot and press Start."
            />
          )}
          <div className="u-wrap u-gap8">
            {askedBy && (
              <Button
                type="primary"
                onClick={() => askedBy.requestWriteAccess((isAllowed) => isAllowed && dispatch(botAllowed()))}
              >
                Allow messages
              </Button>
            )}
            {botUsername && (
              <Button href={`https://t.me/${botUsername}`} target="_blank" rel="noreferrer" onClick={openOutside}>
                Open the bot
              </Button>
            )}
          </div>
        </div>
      )}
    </OpenedDialog>
  );
}
