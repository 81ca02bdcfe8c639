import type { Page } from '@flyerdeck/contracts/types';
import { useState } from 'react';
import { failureSentence } from '../../../data/apiError.ts';
import { useSetLimitsOfPagesMutation } from '../../../data/pages/pagesApi.ts';
import { counted } from '../../../lib/counted.ts';
import { pageName } from '../../../lib/pageName.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { LimitsForm } from './LimitsForm.tsx';

interface LimitsDialogProps {
  readonly pages: readonly Page[];
  onClose(): void;
}

export default function LimitsDialog({ pages, onClose }: LimitsDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [setLimits, { error, isLoading }] = useSetLimitsOfPagesMutation();
  const close = () => setIsOpen(false);
  const failure = failureSentence(error, 'Failed to save the limits');
  const [first] = pages;
  const whose = first && pages.length === 1 ? pageName(first) : counted(pages.length, 'page');
  return (
    <Dialog title={`Posting limits of ${whose}`} open={isOpen} width={560} onClose={close} afterClose={onClose}>
      {failure && <ErrorAlert message={failure} />}
      <LimitsForm
        pages={pages}
        isSaving={isLoading}
        onApply={async (limits) => {
          const { error } = await setLimits({ body: { guids: pages.map(({ guid }) => guid), limits } });
          if (!error) close();
        }}
        onCancel={close}
      />
    </Dialog>
  );
}
