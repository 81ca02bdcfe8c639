import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { pageName } from '../../../lib/pageName.ts';

const LimitsDialog = lazy(() => import('./LimitsDialog.tsx'));

export function LimitsButton({ page }: { readonly page: Page }) {
  const [isOpen, setIsOpen] = useUiState(`pages.limits.open.${page.guid}`, false);
  return (
    <>
      <Button
        size="small"
        type="text"
        aria-label={`Posting limits of ${pageName(page)}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Limits
      </Button>
      {isOpen && (
        <Suspense>
          <LimitsDialog page={page} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
