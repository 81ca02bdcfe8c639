import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { pageName } from '../../../lib/pageName.ts';

interface LimitsButtonProps {
  readonly page: Page;
  onOpen(guids: readonly string[]): void;
}

export function LimitsButton({ page, onOpen }: LimitsButtonProps) {
  return (
    <Button
      size="small"
      type="text"
      aria-label={`Posting limits of ${pageName(page)}`}
      aria-haspopup="dialog"
      onClick={() => onOpen([page.guid])}
    >
      Limits
    </Button>
  );
}
