import { type ComponentType, lazy, Suspense } from 'react';

/** A component that is loaded when it is first shown. Nothing is shown until then. */
export function lazyPart<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const Part = lazy(load) as ComponentType<Props>;
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
