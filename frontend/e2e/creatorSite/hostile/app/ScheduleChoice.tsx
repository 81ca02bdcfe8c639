import { useState } from 'react';
import { inEffect } from '../switches.ts';
import { cls, on } from './boot.ts';
import { Calendar } from './Calendar.tsx';
import { testId } from './design.ts';
import { Button } from './parts.tsx';

interface ScheduleProps {
  /** An ISO time. */
  readonly value: string | null;
  onChoose(value: string | null): void;
}

/** The scheduler in one of its forms. */
export function ScheduleChoice(props: ScheduleProps) {
  const form = inEffect('scheduler', on);
  if (form === 'schedule-datetime-local') return <NativeField {...props} />;
  if (form === 'schedule-text') return <TypedField {...props} />;
  return <CalendarButton {...props} />;
}

const isoOf = (time: string | Date) => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

function NativeField({ onChoose }: ScheduleProps) {
  const [shown, setShown] = useState('');
  return (
    <label>
      Publish at{' '}
      <input
        type="datetime-local"
        data-testid={testId('schedule-field')}
        value={shown}
        onChange={({ target }) => {
          setShown(target.value);
          onChoose(isoOf(target.value));
        }}
      />
    </label>
  );
}

function TypedField({ onChoose }: ScheduleProps) {
  const [shown, setShown] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <label>
      Publish at{' '}
      <input
        type="text"
        placeholder="YYYY-MM-DD HH:MM"
        data-testid={testId('schedule-field')}
        value={shown}
        onChange={({ target }) => setShown(target.value)}
        // As many sites do, it reads the text when the field is left.
        onBlur={() => {
          const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(shown.trim()) ?? [];
          const chosen = day && time ? isoOf(`${day}T${time}`) : null;
          setWrong(shown.trim() !== '' && chosen === null);
          onChoose(chosen);
        }}
      />
      {isWrong && <span role="alert">Enter a date such as 2026-11-28 14:05.</span>}
    </label>
  );
}

function CalendarButton({ value, onChoose }: ScheduleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button name="schedule-open" label="Schedule" icon="clock" onPress={() => setOpen(!isOpen)} />
      {value && (
        <span className={cls('chip')} data-testid={testId('schedule-value')}>
          {new Date(value).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
        </span>
      )}
      {isOpen && (
        <Calendar
          value={value}
          onChoose={(date) => {
            onChoose(date && isoOf(date));
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
