import type { Page } from '@flyerdeck/contracts/types';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { limitsText } from '../../../lib/pages.ts';

export function PageLimitsFact({ page: { limits, limited_until } }: { readonly page: Page }) {
  if (!limits) return null;
  return (
    <p className="u-fine u-flush u-break u-muted">
      {limitsText(limits)}
      {limited_until && (
        <>
          <br />
          <span className="u-strong">Next post {formatDateTime(limited_until)}</span>
        </>
      )}
    </p>
  );
}
