import { Descriptions, type DescriptionsProps } from 'antd';
import type { ReactNode } from 'react';

interface FactsProps extends DescriptionsProps {
  readonly facts: Readonly<Record<string, ReactNode>>;
}

/** Facts by their names. */
export const Facts = ({ facts, ...props }: FactsProps) => (
  <Descriptions
    {...props}
    items={Object.entries(facts).map(([label, children]) => ({ key: label, label, children }))}
  />
);
