import { MAX_REPEAT_DAYS, MAX_REPEAT_RUNS } from '@flyerdeck/contracts/values/repeats';
import { useTimeZones } from '../../../lib/useTimeZones.ts';
import checkbox from '../../../ui/checkbox.module.css';
import { InputField, SelectField } from '../../../ui/LabelledFields.tsx';
import styles from './RepeatFieldset.module.css';
import type { RepeatFields } from './repeatFields.ts';
import { WEEKDAYS } from './repeatSentence.ts';

function Weekdays({ chosen, onChange }: { chosen: readonly number[]; onChange(weekdays: number[]): void }) {
  return (
    <fieldset className={`u-fieldset ${styles.weekdays}`}>
      <legend>Weekdays</legend>
      {WEEKDAYS.map((name, index) => {
        const weekday = index + 1;
        const others = chosen.filter((one) => one !== weekday);
        return (
          <label key={name} className={styles.weekday}>
            <input
              type="checkbox"
              className={checkbox.box}
              checked={chosen.includes(weekday)}
              onChange={(event) => onChange(event.target.checked ? [...others, weekday].sort() : others)}
            />
            {name}
          </label>
        );
      })}
    </fieldset>
  );
}

const numberOrNull = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);

interface RepeatFieldsetProps {
  readonly fields: RepeatFields;
  readonly storedZone: string;
  readonly runsDone: number;
  onChange(changes: Partial<RepeatFields>): void;
}

/** The fields of a repeat. Those of the choices that are not made are hidden. */
export function RepeatFieldset({ fields, storedZone, runsDone, onChange }: RepeatFieldsetProps) {
  const timeZones = useTimeZones(storedZone);
  return (
    <>
      <SelectField
        label="Repeat"
        value={fields.pattern}
        options={[
          ['days', 'Every N days'],
          ['weekdays', 'On weekdays'],
        ]}
        onChange={(pattern) => onChange({ pattern: pattern as RepeatFields['pattern'] })}
      />
      {fields.pattern === 'days' ? (
        <InputField
          required
          label="Number of days"
          type="number"
          min={1}
          max={MAX_REPEAT_DAYS}
          value={fields.every_days ?? ''}
          onChange={(text) => onChange({ every_days: numberOrNull(text) })}
        />
      ) : (
        <Weekdays chosen={fields.weekdays} onChange={(weekdays) => onChange({ weekdays })} />
      )}
      <div className={`u-grid ${styles.row}`}>
        <InputField
          required
          label="Time"
          type="time"
          value={fields.local_time}
          onChange={(local_time) => onChange({ local_time: local_time.slice(0, 5) })}
        />
        <SelectField
          label="Time zone"
          value={fields.time_zone}
          options={timeZones}
          onChange={(time_zone) => onChange({ time_zone })}
        />
      </div>
      <InputField
        required
        label="First day"
        type="date"
        value={fields.starts_on}
        onChange={(starts_on) => onChange({ starts_on })}
      />
      <SelectField
        label="End"
        value={fields.end}
        options={[
          ['never', 'Never'],
          ['date', 'On a day'],
          ['runs', 'After a number of runs'],
        ]}
        onChange={(end) => onChange({ end: end as RepeatFields['end'] })}
      />
      {fields.end === 'date' && (
        <InputField
          required
          label="Last day"
          type="date"
          min={fields.starts_on}
          value={fields.ends_on}
          onChange={(ends_on) => onChange({ ends_on })}
        />
      )}
      {fields.end === 'runs' && (
        <InputField
          required
          label={runsDone > 0 ? `Number of runs, with the ${runsDone} that are done` : 'Number of runs'}
          type="number"
          min={runsDone + 1}
          max={MAX_REPEAT_RUNS}
          value={fields.max_runs ?? ''}
          onChange={(text) => onChange({ max_runs: numberOrNull(text) })}
        />
      )}
    </>
  );
}
