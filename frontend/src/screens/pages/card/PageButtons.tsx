import { Button } from 'antd';
import type { PageActions } from './usePageEdits.ts';

/** The actions of a card. */
export function PageButtons({ name, isUnlinking, onOpenLimits, onUnlink }: PageActions) {
  const button = { size: 'small', type: 'text', className: 'u-muted' } as const;
  return (
    <>
      <Button {...button} aria-label={`Posting limits of ${name}`} aria-haspopup="dialog" onClick={onOpenLimits}>
        Limits
      </Button>
      <Button {...button} disabled={isUnlinking} aria-label={`Unlink ${name}`} onClick={onUnlink}>
        Unlink
      </Button>
    </>
  );
}
