import { Card, type CardProps, Typography } from 'antd';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a screen below its heading. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography.Title level={2} id={id} style={{ margin: '8px 0 12px' }}>
        {title}
      </Typography.Title>
      {children}
    </section>
  );
}

interface TitledCardProps extends CardProps {
  readonly title: string;
  readonly level?: 2 | 3;
  /** For a table, which reaches to the edges. */
  readonly isFlush?: boolean;
}

const FLUSH = { padding: 0, overflow: 'hidden', borderRadius: '0 0 var(--fd-radius) var(--fd-radius)' };

/** A card that is a part of the screen under its title. */
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
  /** Narrower ones stand below each other. */
  readonly leastPx: number;
  readonly children: ReactNode;
}

/** Equally wide columns, as many as there is room for. */
export function Columns({ leastPx, children }: ColumnsProps) {
  const gridTemplateColumns = `repeat(auto-fit, minmax(min(${leastPx}px, 100%), 1fr))`;
  return <div style={{ display: 'grid', gap: 16, alignItems: 'start', gridTemplateColumns }}>{children}</div>;
}
