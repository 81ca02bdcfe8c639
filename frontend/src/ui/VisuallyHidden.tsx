import type { ReactNode } from 'react';

/** For screen readers only. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <div className="u-hidden">{children}</div>
);
