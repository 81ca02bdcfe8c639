import type { CurrentUser } from '@flyerdeck/contracts/types';
import { Alert, Button } from 'antd';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { useMeQuery } from '../../../data/session/sessionSlice.ts';
import { openOutside } from '../../../telegram/openOutside.ts';

const SENDS =
  'The bot tells you in Telegram when something has stopped, and sends the screenshots of finished assistants. Send it /settings for quiet hours, or for one message a day.';
const REFUSED =
  'You have blocked it or not allowed its messages. What has stopped, and the screenshots, do not reach you. Allow its messages, or open the bot and press Start.';

interface MessagesDialogProps {
  readonly user: CurrentUser;
  readonly askForMessages: (() => void) | null;
  onClose(): void;
}

export default function MessagesDialog({ user, askForMessages, onClose }: MessagesDialogProps) {
  // The person may come back from the chat with the bot.
  useMeQuery(undefined, { refetchOnFocus: true });
  const { botUsername } = webAppSettings;
  return (
    <OpenedDialog name="messages" title="Messages of the bot" width={480} onClosed={onClose}>
      {() => (
        <div className="u-wrap u-gap16 u-above8">
          {user.bot_may_write && SENDS}
          {!user.bot_may_write && (
            <Alert type="warning" showIcon title="The bot cannot write to you" description={REFUSED} />
          )}
          {askForMessages && (
            <Button type="primary" onClick={askForMessages}>
              Allow messages
            </Button>
          )}
          {botUsername && (
            <Button href={`https://t.me/${botUsername}`} target="_blank" rel="noreferrer" onClick={openOutside}>
              Open the bot
            </Button>
          )}
        </div>
      )}
    </OpenedDialog>
  );
}
