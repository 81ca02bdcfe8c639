import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import type { ConfirmDialog } from './ConfirmDialog.tsx';

export function lazyPart<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const Part = lazy(load) as ComponentType<Props>;
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

// Rarely used, and antd's modal is as large as a tab's code.
export const LazyConfirmDialog = lazyPart<ComponentProps<typeof ConfirmDialog>>(() =>
  import('./ConfirmDialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);
