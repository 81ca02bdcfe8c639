import type { ReactNode } from 'react';

/** A green word that something worked, read out when it appears. */
export function SuccessNote({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="u-notice u-tone" data-tone="success">
      {children}
    </p>
  );
}
