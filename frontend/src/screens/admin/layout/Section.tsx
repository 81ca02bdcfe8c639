import { Card, type CardProps, Flex, Statistic, Typography } from 'antd';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { Tone } from '../../../ui/StatusChip.tsx';

interface SectionProps {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

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
  readonly isFlush?: boolean;
}

const FLUSH = { padding: 0, overflow: 'hidden', borderRadius: '0 0 var(--fd-radius) var(--fd-radius)' };

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

export function Columns({ minWidthPx, children }: { readonly minWidthPx: number; readonly children: ReactNode }) {
  const gridTemplateColumns = `repeat(auto-fit, minmax(min(${minWidthPx}px, 100%), 1fr))`;
  return <div style={{ display: 'grid', gap: 16, alignItems: 'start', gridTemplateColumns }}>{children}</div>;
}

export interface StatCardProps {
  readonly label: string;
  readonly value: string | number;
  readonly suffix?: string;
  readonly note?: string;
  readonly tone?: Tone;
  readonly link?: readonly [label: string, to: string];
}

function StatCard({ label, value, suffix, note, tone, link }: StatCardProps) {
  return (
    <Card size="small" role="region" aria-label={label} style={{ flex: '1 1 150px' }}>
      <Statistic
        title={label}
        value={value}
        suffix={suffix && <span style={{ fontSize: 12 }}>{suffix}</span>}
        data-tone={tone}
        styles={{
          content: { color: tone && `var(--fd-${tone})`, fontVariantNumeric: 'tabular-nums', fontWeight: 600 },
        }}
      />
      {note && <Typography.Text type="secondary">{note}</Typography.Text>}
      {link && (
        <div>
          <Link to={link[1]}>{link[0]}</Link>
        </div>
      )}
    </Card>
  );
}

export const StatCards = ({ cards }: { readonly cards: readonly StatCardProps[] }) => (
  <Flex wrap gap="small">
    {cards.map((card) => (
      <StatCard key={card.label} {...card} />
    ))}
  </Flex>
);
