import { type InputRef, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useBackButton } from '../../telegram/buttons.ts';
import { LinkForm } from './LinkForm.tsx';

interface LinkModalProps {
  readonly open: boolean;
  /** The linking token from the URL. */
  readonly givenToken: string | null;
  onClose(): void;
}

/** Links a page with the linking token that its extension shows (spec sections 2 and 4, 'Link modal'). */
export default function LinkModal({ open, givenToken, onClose }: LinkModalProps) {
  const [isBusy, setIsBusy] = useState(false);
  const tokenInput = useRef<InputRef>(null);
  useBackButton(onClose, open && !isBusy);
  return (
    <Modal
      title="Link OnlyFans Page"
      open={open}
      footer={null}
      width={440}
      // A token works once: the user must see the result of the request.
      closable={!isBusy && { 'aria-label': 'Close' }}
      mask={{ closable: !isBusy }}
      keyboard={!isBusy}
      onCancel={onClose}
      // Resets the form: no error, no success, no token.
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && tokenInput.current?.focus()}
    >
      <LinkForm key={givenToken} givenToken={givenToken} tokenInput={tokenInput} onBusy={setIsBusy} />
    </Modal>
  );
}
