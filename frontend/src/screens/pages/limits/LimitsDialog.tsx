import type { Page } from '@flyerdeck/contracts/types';
import { Modal } from 'antd';
import { useState } from 'react';
import { failureSentence } from '../../../data/apiError.ts';
import { useSetLimitsOfPagesMutation } from '../../../data/pages/pagesApi.ts';
import { pageName } from '../../../lib/pageName.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { LimitsForm } from './LimitsForm.tsx';

/** The posting limits of one page. */
export default function LimitsDialog({ page, onClose }: { readonly page: Page; onClose(): void }) {
  const [isOpen, setIsOpen] = useState(true);
  const [setLimits, { error }] = useSetLimitsOfPagesMutation();
  const close = () => setIsOpen(false);
  useBackButton(close, isOpen);
  const failure = failureSentence(error, 'Failed to save the limits');
  return (
    <Modal
      title={`Posting limits of ${pageName(page)}`}
      open={isOpen}
      footer={null}
      width={560}
      closable={{ 'aria-label': 'Close' }}
      onCancel={close}
      afterClose={onClose}
    >
      {failure && <ErrorAlert message={failure} />}
      <LimitsForm
        name={page.guid}
        pages={[page]}
        onApply={async (limits) => {
          const { error } = await setLimits({ body: { guids: [page.guid], limits } });
          if (!error) close();
        }}
        onCancel={close}
      />
    </Modal>
  );
}
