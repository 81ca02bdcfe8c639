import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { pageName } from '../../../lib/pageName.ts';

interface PageButtonsProps {
  readonly page: Page;
  readonly isUnlinking: boolean;
  onOpenLimits(guids: readonly string[]): void;
  onUnlink(): void;
}

export function PageButtons({ page, isUnlinking, onOpenLimits, onUnlink }: PageButtonsProps) {
  const name = pageName(page);
  const button = { size: 'small', type: 'text' } as const;
  return (
    <>
      <Button
        {...button}
        aria-label={`Posting limits of ${name}`}
        aria-haspopup="dialog"
        onClick={() => onOpenLimits([page.guid])}
      >
        Limits
      </Button>
      <Button {...button} danger disabled={isUnlinking} aria-label={`Unlink ${name}`} onClick={onUnlink}>
        Unlink
      </Button>
    </>
  );
}
