import type { Page } from '@flyerdeck/contracts/types';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { pageStates } from './pageFacts.ts';

export const PageStates = ({ page }: { readonly page: Page }) => (
  <div className="u-wrap u-gap6">
    {pageStates(page).map(({ tone, title, label }) => (
      <StatusChip key={label} tone={tone} {...(title && { title })}>
        {label}
      </StatusChip>
    ))}
  </div>
);
