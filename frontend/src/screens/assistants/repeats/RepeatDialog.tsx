import { MAX_REPEAT_DAYS, MAX_REPEAT_RUNS } from '@flyerdeck/contracts/assistants.values';
import type { Assistant, Repeat, RepeatBody } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { type FormEvent, useMemo, useState } from 'react';
import { useSaveRepeatMutation } from '../../../data/assistants/assistantsSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { browserTimeZone, timeZonesWith } from '../../../lib/hourClock.ts';
import checkbox from '../../../ui/checkbox.module.css';
import { Dialog } from '../../../ui/Dialog.tsx';
import { InputField, SelectField, TimeField } from '../../../ui/fields.tsx';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { displayName, failureText } from '../assistantRules.ts';
import styles from '../assistants.module.css';
import { WEEKDAYS } from './repeatSentence.ts';

/** What the dialog edits. Fields of the choices that are not made keep their values. */
type RepeatFields = ReturnType<typeof initialFields>;

const DEFAULT_RUNS = 10;

function initialFields(repeat: Repeat | null) {
  return {
    pattern: (repeat && repeat.every_days === null ? 'weekdays' : 'days') as 'days' | 'weekdays',
    every_days: (repeat?.every_days ?? 1) as number | null,
    weekdays: repeat?.weekdays ?? [],
    local_time: repeat?.local_time ?? '18:00',
    time_zone: repeat?.time_zone ?? browserTimeZone(),
    starts_on: repeat?.starts_on ?? dayjs().format('YYYY-MM-DD'),
    end: (repeat?.ends_on ? 'date' : repeat?.max_runs ? 'runs' : 'never') as 'never' | 'date' | 'runs',
    ends_on: repeat?.ends_on ?? '',
    max_runs: (repeat?.max_runs ?? (repeat?.runs ?? 0) + DEFAULT_RUNS) as number | null,
  };
}

function repeatBody(fields: RepeatFields): RepeatBody | null {
  const { pattern, every_days, weekdays, local_time, time_zone, starts_on, end, ends_on, max_runs } = fields;
  const isComplete =
    local_time && starts_on && (pattern === 'days' ? every_days : weekdays.length > 0) && (end !== 'date' || ends_on);
  if (!isComplete || (end === 'runs' && !max_runs)) return null;
  return {
    every_days: pattern === 'days' ? every_days : null,
    weekdays: pattern === 'weekdays' ? weekdays : [],
    local_time,
    time_zone,
    starts_on,
    ends_on: end === 'date' ? ends_on : null,
    max_runs: end === 'runs' ? max_runs : null,
  };
}

interface RepeatDialogProps {
  readonly assistant: Assistant;
  readonly open: boolean;
  onClose(): void;
}

function Weekdays({ chosen, onChange }: { chosen: readonly number[]; onChange(weekdays: number[]): void }) {
  return (
    <fieldset className={`u-fieldset u-grid u-gap8 ${styles.weekdays}`}>
      <legend>Weekdays</legend>
      {WEEKDAYS.map((name, index) => {
        const weekday = index + 1;
        const others = chosen.filter((one) => one !== weekday);
        return (
          <label key={name} className={`u-gap8 ${styles.weekday}`}>
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

// Plain inputs, as in the rest of the tab: antd's form widgets would enlarge the first load of the admin screens that share them.
function RepeatForm({ assistant: { _id: id, repeat }, onClose }: Omit<RepeatDialogProps, 'open'>) {
  const [initial] = useState(() => initialFields(repeat));
  const [fields, setFields] = useUiState(`repeat.fields/${id}`, initial);
  const [save, { isLoading, error }] = useSaveRepeatMutation();
  const body = repeatBody(fields);
  const timeZones = useMemo(() => timeZonesWith(initial.time_zone), [initial.time_zone]);
  const runsDone = repeat?.runs ?? 0;
  const change = (changes: Partial<RepeatFields>) => setFields((before) => ({ ...before, ...changes }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!body || isLoading) return;
    const { data } = await save({ id, body });
    if (data) onClose();
  };

  return (
    <form className="u-grid u-gap12" onSubmit={(event) => void submit(event)}>
      <p className="u-flush u-muted u-small">Each time a copy with all flyers is queued. Missed runs are skipped.</p>
      <SelectField
        label="Repeat"
        value={fields.pattern}
        options={[
          ['days', 'Every N days'],
          ['weekdays', 'On weekdays'],
        ]}
        onChange={(pattern) => change({ pattern: pattern as RepeatFields['pattern'] })}
      />
      {fields.pattern === 'days' ? (
        <InputField
          required
          label="Number of days"
          type="number"
          min={1}
          max={MAX_REPEAT_DAYS}
          value={fields.every_days ?? ''}
          onChange={(text) => change({ every_days: numberOrNull(text) })}
        />
      ) : (
        <Weekdays chosen={fields.weekdays} onChange={(weekdays) => change({ weekdays })} />
      )}
      <div className="u-grid u-gap12" style={{ gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' }}>
        <TimeField required label="Time" value={fields.local_time} onChange={(local_time) => change({ local_time })} />
        <SelectField
          label="Time zone"
          value={fields.time_zone}
          options={timeZones}
          onChange={(time_zone) => change({ time_zone })}
        />
      </div>
      <InputField
        required
        label="First day"
        type="date"
        value={fields.starts_on}
        onChange={(starts_on) => change({ starts_on })}
      />
      <SelectField
        label="End"
        value={fields.end}
        options={[
          ['never', 'Never'],
          ['date', 'On a day'],
          ['runs', 'After a number of runs'],
        ]}
        onChange={(end) => change({ end: end as RepeatFields['end'] })}
      />
      {fields.end === 'date' && (
        <InputField
          required
          label="Last day"
          type="date"
          min={fields.starts_on}
          value={fields.ends_on}
          onChange={(ends_on) => change({ ends_on })}
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
          onChange={(text) => change({ max_runs: numberOrNull(text) })}
        />
      )}
      {error && <ErrorAlert message={failureText('Failed to save the repeat.', error)} />}
      <div className="u-row u-end u-gap8">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" disabled={body === null || isLoading}>
          Save
        </Button>
      </div>
    </form>
  );
}

export default function RepeatDialog({ assistant, open, onClose }: RepeatDialogProps) {
  return (
    <Dialog open={open} title={`Repeat ${displayName(assistant)}`} width={480} onClose={onClose} destroyOnHidden>
      <RepeatForm assistant={assistant} onClose={onClose} />
    </Dialog>
  );
}
