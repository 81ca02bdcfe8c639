import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { SessionList } from './SessionList.tsx';

export default function SessionsDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="sessions.open" title="My sessions" width={480} onClosed={onClose}>
      {() => <SessionList />}
    </OpenedDialog>
  );
}
