import type { ReactNode } from 'react';

/** A green success message. Screen readers read it when it appears. */
export function SuccessNote({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="u-notice u-tone" data-tone="success">
      {children}
    </p>
  );
}
