import type { PickerPage, PostingRules } from '@flyerdeck/contracts/types';
import { HoursField } from './HoursField.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import styles from './ui.module.css';

interface RulesFieldsProps {
  readonly rules: PostingRules;
  readonly pages: readonly PickerPage[];
  readonly tags: readonly string[];
  readonly disabled?: boolean;
  onChange(rules: PostingRules): void;
}

const HOURS = [
  { field: 'start_delay_hours', label: 'Start delay (hours)' },
  { field: 'delay_between_tasks_hours', label: 'Delay between tasks (hours)', hint: '0 or 1' },
  { field: 'duplication_time_hours', label: 'Duplication time (hours)', hint: '0 or 12' },
] as const;

export function RulesFields({ rules, pages, tags, disabled = false, onChange }: RulesFieldsProps) {
  return (
    <div className="u-grid u-gap16">
      <TargetPicker
        pages={pages}
        tags={tags}
        targets={rules}
        disabled={disabled}
        onChange={(targets) => onChange({ ...rules, ...targets })}
      />
      <div className={`u-grid ${styles.hours}`}>
        {HOURS.map(({ field, ...texts }) => (
          <HoursField
            key={field}
            {...texts}
            value={rules[field]}
            disabled={disabled}
            onChange={(hours) => onChange({ ...rules, [field]: hours })}
          />
        ))}
      </div>
    </div>
  );
}
