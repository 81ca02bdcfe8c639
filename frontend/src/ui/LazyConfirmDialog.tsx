import { type ComponentProps, lazy, Suspense } from 'react';
import type { ConfirmDialog } from './ConfirmDialog.tsx';

// Loaded on first use: it is rarely used, and antd's modal is as large as a tab's code.
const Dialog = lazy(() => import('./ConfirmDialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })));

export const LazyConfirmDialog = (props: ComponentProps<typeof ConfirmDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
