import { Modal } from 'antd';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { SessionList } from './SessionList.tsx';

export default function SessionsDialog({ onClose }: { onClose(): void }) {
  const [isOpen, setIsOpen] = useUiState('sessions.open', true);
  const close = () => setIsOpen(false);
  useBackButton(close, isOpen);
  return (
    <Modal
      title="My sessions"
      open={isOpen}
      footer={null}
      width={480}
      closable={{ 'aria-label': 'Close' }}
      onCancel={close}
      afterClose={onClose}
    >
      <SessionList />
    </Modal>
  );
}
