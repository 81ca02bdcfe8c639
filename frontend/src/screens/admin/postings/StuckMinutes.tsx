import { MAX_STUCK_MINUTES } from '@flyerdeck/contracts/values/postings';
import { InputNumber } from 'antd';

interface StuckMinutesProps {
  readonly minutes: number;
  onChange(minutes: number | null): void;
}

/** For how long the listed postings have not changed. */
export default function StuckMinutes({ minutes, onChange }: StuckMinutesProps) {
  return (
    <InputNumber
      aria-label="Minutes without a change"
      prefix="for"
      suffix="min"
      min={0}
      max={MAX_STUCK_MINUTES}
      precision={0}
      value={minutes}
      onChange={onChange}
      style={{ width: 132 }}
    />
  );
}
