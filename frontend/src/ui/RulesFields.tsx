import type { PickerPage, PostingRules } from '@flyerdeck/contracts/types';
import { HoursField } from './HoursField.tsx';
import styles from './RulesFields.module.css';
import { TargetPicker } from './TargetPicker.tsx';

interface RulesFieldsProps {
  readonly rules: PostingRules;
  readonly pages: readonly PickerPage[];
  readonly tags: readonly string[];
  readonly disabled?: boolean;
  onChange(rules: PostingRules): void;
}

/** Every field of the posting rules, for presets and assistants alike. */
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
        <HoursField
          label="Start delay (hours)"
          value={rules.start_delay_hours}
          disabled={disabled}
          onChange={(start_delay_hours) => onChange({ ...rules, start_delay_hours })}
        />
        <HoursField
          label="Delay between tasks (hours)"
          hint="0 or 1"
          value={rules.delay_between_tasks_hours}
          disabled={disabled}
          onChange={(delay_between_tasks_hours) => onChange({ ...rules, delay_between_tasks_hours })}
        />
        <HoursField
          label="Duplication time (hours)"
          hint="0 or 12"
          value={rules.duplication_time_hours}
          disabled={disabled}
          onChange={(duplication_time_hours) => onChange({ ...rules, duplication_time_hours })}
        />
      </div>
    </div>
  );
}
