import { Col, Descriptions, type DescriptionsProps, Row, Statistic, Typography } from 'antd';
import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface FactsProps extends DescriptionsProps {
  readonly facts: Readonly<Record<string, ReactNode>>;
}

export const Facts = ({ facts, ...props }: FactsProps) => (
  <Descriptions
    {...props}
    items={Object.entries(facts).map(([label, children]) => ({ key: label, label, children }))}
  />
);

interface CopyableIdProps {
  readonly id: string;
  readonly what: string;
  readonly children?: ReactNode;
}

export const CopyableId = ({ id, what, children = id }: CopyableIdProps) => (
  <Typography.Text
    className={styles.copyable}
    copyable={{ text: id, tooltips: [`Copy the id of the ${what}`, 'Copied'] }}
  >
    {children}
  </Typography.Text>
);

export const Stats = ({ values }: { readonly values: Readonly<Record<string, string | number>> }) => (
  <Row gutter={[16, 16]}>
    {Object.entries(values).map(([label, value]) => (
      <Col key={label} xs={12} sm={6}>
        <Statistic
          title={label}
          value={value}
          styles={{ content: { fontWeight: 600, ...(typeof value === 'string' && { fontSize: 14 }) } }}
        />
      </Col>
    ))}
  </Row>
);
