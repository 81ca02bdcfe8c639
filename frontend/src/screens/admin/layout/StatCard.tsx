import { Card, Flex, Statistic, Typography } from 'antd';
import { Link } from 'react-router-dom';
import type { Tone } from '../../../ui/StatusChip.tsx';

export interface StatCardProps {
  readonly label: string;
  /** A number is formatted with thousands separators. */
  readonly value: string | number;
  /** Small text beside the value. */
  readonly suffix?: string;
  /** Text below the value. */
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

/** Cards in a row; labels are unique. */
export const StatCards = ({ cards }: { readonly cards: readonly StatCardProps[] }) => (
  <Flex wrap gap="small">
    {cards.map((card) => (
      <StatCard key={card.label} {...card} />
    ))}
  </Flex>
);
