import type { Page } from '@flyerdeck/contracts/types';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { pageName } from '../../../lib/pages.ts';
import { PageCard, type ShownPageProps } from '../card/PageCard.tsx';

interface PageDialogProps extends ShownPageProps {
  readonly page: Page;
  onClose(): void;
}

export default function PageDialog({ onClose, ...card }: PageDialogProps) {
  return (
    <OpenedDialog name="pages.details.isOpen" title={pageName(card.page)} width={560} onClosed={onClose}>
      {() => <PageCard {...card} />}
    </OpenedDialog>
  );
}
