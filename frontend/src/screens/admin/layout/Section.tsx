import { Card, type CardProps, Flex, Typography } from 'antd';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Shown beside the heading. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen, with a heading. */
export function Section({ title, tools, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Flex wrap align="center" justify="space-between" gap="small" style={{ margin: '8px 0 12px' }}>
        <Typography.Title level={2} id={id} style={{ margin: 0 }}>
          {title}
        </Typography.Title>
        {tools}
      </Flex>
      {children}
    </section>
  );
}

interface TitledCardProps extends CardProps {
  readonly title: string;
  readonly level?: 2 | 3;
  /** No padding, for a table. */
  readonly isFlush?: boolean;
}

const FLUSH = { padding: 0, overflow: 'hidden', borderRadius: '0 0 var(--fd-radius) var(--fd-radius)' };

/** A part of a screen as a card, with a heading. */
export function TitledCard({ title, level = 2, isFlush = false, ...card }: TitledCardProps) {
  const id = useId();
  return (
    <Card
      size="small"
      role="region"
      aria-labelledby={id}
      title={
        <Typography.Title level={level} id={id} style={{ margin: 0, fontSize: 14, whiteSpace: 'normal' }}>
          {title}
        </Typography.Title>
      }
      {...(isFlush && { styles: { body: FLUSH } })}
      {...card}
    />
  );
}

interface ColumnsProps {
  /** The minimum width of a column; columns that do not fit wrap to the next line. */
  readonly minWidthPx: number;
  readonly children: ReactNode;
}

/** As many columns of equal width as fit. */
export function Columns({ minWidthPx, children }: ColumnsProps) {
  const gridTemplateColumns = `repeat(auto-fit, minmax(min(${minWidthPx}px, 100%), 1fr))`;
  return <div style={{ display: 'grid', gap: 16, alignItems: 'start', gridTemplateColumns }}>{children}</div>;
}
