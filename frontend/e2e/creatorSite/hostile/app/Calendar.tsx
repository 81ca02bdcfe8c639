import { useState } from 'react';
import { cls } from './boot.ts';
import { AtEndOfBody } from './Dialog.tsx';
import { testId } from './design.ts';
import { Button } from './parts.tsx';
import { WhenDrawn } from './WhenDrawn.tsx';

const twoDigits = (number: number) => String(number).padStart(2, '0');
const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index);

interface NumberChoiceProps {
  readonly label: string;
  readonly count: number;
  readonly value: number;
  onChoose(value: number): void;
}

const NumberChoice = ({ label, count, value, onChoose }: NumberChoiceProps) => (
  <select aria-label={label} value={value} onChange={({ target }) => onChoose(Number(target.value))}>
    {numbers(count).map((number) => (
      <option key={number} value={number}>
        {twoDigits(number)}
      </option>
    ))}
  </select>
);

/** A month with a button for each day, and lists for the time, at the end of the body. */
export function Calendar({ value, onChoose }: { value: string | null; onChoose(date: Date | null): void }) {
  const [date, setDate] = useState(() => (value ? new Date(value) : new Date(Date.now() + 3_600_000)));
  const [month, setMonth] = useState(() => new Date(date.getFullYear(), date.getMonth(), 1));
  const [year, index] = [month.getFullYear(), month.getMonth()];
  const change = (part: Partial<{ day: number; hour: number; minute: number }>) => {
    const day = part.day ? new Date(year, index, part.day) : date;
    const { hour = date.getHours(), minute = date.getMinutes() } = part;
    setDate(new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute));
  };
  const isChosen = (day: number) => date.toDateString() === new Date(year, index, day).toDateString();
  return (
    <AtEndOfBody>
      <div className={cls('popover')} role="dialog" aria-label="Schedule">
        <WhenDrawn>
          <div className={cls('row')}>
            <Button
              name="calendar-previous"
              label="Previous month"
              onPress={() => setMonth(new Date(year, index - 1))}
            />
            <strong data-testid={testId('calendar-month')}>
              {month.toLocaleDateString('en-US', { month: 'long', year: 'numeric' })}
            </strong>
            <Button name="calendar-next" label="Next month" onPress={() => setMonth(new Date(year, index + 1))} />
          </div>
          <div className={cls('days')}>
            {numbers(new Date(year, index + 1, 0).getDate(), 1).map((day) => (
              <button
                key={day}
                type="button"
                data-testid={testId('calendar-day')}
                aria-pressed={isChosen(day)}
                disabled={new Date(year, index, day + 1).getTime() <= Date.now()}
                onClick={() => change({ day })}
              >
                {day}
              </button>
            ))}
          </div>
          <div className={cls('row')}>
            <NumberChoice label="Hour" count={24} value={date.getHours()} onChoose={(hour) => change({ hour })} />
            <NumberChoice
              label="Minute"
              count={60}
              value={date.getMinutes()}
              onChoose={(minute) => change({ minute })}
            />
          </div>
          <div className={cls('row')}>
            <Button name="calendar-clear" label="No schedule" onPress={() => onChoose(null)} />
            <Button isPrimary name="calendar-apply" label="Set time" onPress={() => onChoose(date)} />
          </div>
        </WhenDrawn>
      </div>
    </AtEndOfBody>
  );
}
