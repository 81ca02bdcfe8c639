import type { TaskPosting } from '@flyerdeck/contracts/types';
import { Button, Modal, type ModalProps } from 'antd';
import { useBackButton } from '../telegram/buttons.ts';

interface DialogProps extends Omit<ModalProps, 'open' | 'onCancel'> {
  readonly open: boolean;
  onClose(): void;
}

/** antd's modal without its OK and Cancel buttons. Telegram's back button closes it too. */
export function Dialog({ onClose, ...modal }: DialogProps) {
  useBackButton(onClose, modal.open);
  return <Modal footer={null} closable={{ 'aria-label': 'Close' }} onCancel={onClose} {...modal} />;
}

type Posting = Pick<TaskPosting, 'id' | 'name'>;

interface UnconfirmedDialogProps {
  /** Postings whose post may be live, and those whose post certainly is not. Null while the dialog is closed. */
  readonly question: { readonly doubtful: readonly Posting[]; readonly certain: readonly Posting[] } | null;
  confirm(): void;
  retryCertainOnly(): void;
  dismiss(): void;
}

export function UnconfirmedDialog({ question, confirm, retryCertainOnly, dismiss }: UnconfirmedDialogProps) {
  const certainCount = question?.certain.length ?? 0;
  const isMixed = certainCount > 0 && (question?.doubtful.length ?? 0) > 0;
  useBackButton(dismiss, question !== null);
  return (
    <Modal
      open={question !== null}
      title="The post may be live already"
      onCancel={dismiss}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={dismiss}>
          Cancel
        </Button>,
        isMixed && (
          <Button key="certain" onClick={retryCertainOnly}>
            {certainCount === 1 ? 'Retry only the other page' : `Retry only the other ${certainCount} pages`}
          </Button>
        ),
        <Button key="confirm" type="primary" danger onClick={confirm}>
          Retry anyway
        </Button>,
      ]}
    >
      <p className="u-flush">
        The page stopped responding while posting. Look there first: if the post is live, a retry posts it twice.
      </p>
      {question && question.doubtful.length > 0 && (
        <ul className="u-above8" style={{ paddingInlineStart: 20 }} aria-label="Pages to check">
          {question.doubtful.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
