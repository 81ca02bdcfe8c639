import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useMemo } from 'react';
import { pageName } from '../../../lib/pageName.ts';
import { useLimitsDialog } from './useLimitsDialog.tsx';

export function LimitsButton({ page }: { readonly page: Page }) {
  const { open, dialog } = useLimitsDialog(
    page.guid,
    useMemo(() => [page], [page]),
  );
  return (
    <>
      <Button
        size="small"
        type="text"
        aria-label={`Posting limits of ${pageName(page)}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        Limits
      </Button>
      {dialog}
    </>
  );
}
