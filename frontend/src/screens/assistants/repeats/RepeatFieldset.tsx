import { MAX_REPEAT_DAYS, MAX_REPEAT_RUNS } from '@flyerdeck/contracts/limits';
import { type ComponentProps, useId, useMemo } from 'react';
import checkbox from '../../../ui/checkbox.module.css';
import fieldStyles from '../../../ui/fields.module.css';
import styles from './RepeatFieldset.module.css';
import type { RepeatFields } from './repeatFields.ts';
import { WEEKDAYS } from './repeatSentence.ts';

type InputProps = Omit<ComponentProps<'input'>, 'onChange'> & { label: string; onChange(value: string): void };

function Field({ label, onChange, ...input }: InputProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={fieldStyles.input}
        required
        {...input}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange(value: string): void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={`${fieldStyles.input} ${fieldStyles.select}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Weekdays({ chosen, onChange }: { chosen: readonly number[]; onChange(weekdays: number[]): void }) {
  return (
    <fieldset className={styles.weekdays}>
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

/** The names that this browser knows, and the stored one: browsers name some zones differently. */
function useTimeZones(stored: string) {
  return useMemo(() => {
    const names = new Set([stored, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
    return [...names].sort().map((name) => [name, name.replaceAll('_', ' ')] as const);
  }, [stored]);
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
      <Choice
        label="Repeat"
        value={fields.pattern}
        options={[
          ['days', 'Every N days'],
          ['weekdays', 'On weekdays'],
        ]}
        onChange={(pattern) => onChange({ pattern: pattern as RepeatFields['pattern'] })}
      />
      {fields.pattern === 'days' ? (
        <Field
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
        <Field
          label="Time"
          type="time"
          value={fields.local_time}
          onChange={(local_time) => onChange({ local_time: local_time.slice(0, 5) })}
        />
        <Choice
          label="Time zone"
          value={fields.time_zone}
          options={timeZones}
          onChange={(time_zone) => onChange({ time_zone })}
        />
      </div>
      <Field label="First day" type="date" value={fields.starts_on} onChange={(starts_on) => onChange({ starts_on })} />
      <Choice
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
        <Field
          label="Last day"
          type="date"
          min={fields.starts_on}
          value={fields.ends_on}
          onChange={(ends_on) => onChange({ ends_on })}
        />
      )}
      {fields.end === 'runs' && (
        <Field
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
