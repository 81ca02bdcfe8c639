import type { ComponentProps } from 'react';
import type { ConfirmDialog } from './ConfirmDialog.tsx';
import { lazyPart } from './lazyPart.tsx';

// Rarely used, and antd's modal is as large as a tab's code.
export const LazyConfirmDialog = lazyPart<ComponentProps<typeof ConfirmDialog>>(() =>
  import('./ConfirmDialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);
