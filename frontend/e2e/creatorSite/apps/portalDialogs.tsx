import { useState } from 'react';
import { createPortal } from 'react-dom';
import {
  addMonths,
  calendarDays,
  dayText,
  EXPIRY_DAYS,
  expiryText,
  firstPick,
  halfTexts,
  hourTexts,
  isInMonth,
  isPast,
  MINUTES,
  monthText,
  type PickedTime,
  pickedDate,
  weekdayTexts,
} from '../words.ts';
import { language, words } from './calls.ts';

/** The dialogs are outside of the form, in portals of their own. */
export function ExpiryDialog({ onSave }: { onSave(days: number | null): void }) {
  const [days, setDays] = useState<number | null>(null);
  return createPortal(
    <div className="popover" role="dialog" id="expiry-dialog" aria-label={words.expiry}>
      {EXPIRY_DAYS.map((choice) => (
        <label key={choice}>
          <input type="radio" name="expiry" checked={choice === days} onChange={() => setDays(choice)} />
          {expiryText(language, choice)}
        </label>
      ))}
      <button type="button" onClick={() => onSave(days)}>
        {words.save}
      </button>
    </div>,
    document.body,
  );
}

function Choices(props: { label: string; texts: readonly string[]; chosen: number; onChoose(index: number): void }) {
  return (
    <div className="choices" role="listbox" aria-label={props.label}>
      {props.texts.map((text, index) => (
        <div
          key={text}
          role="option"
          tabIndex={0}
          aria-selected={index === props.chosen}
          onClick={() => props.onChoose(index)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') props.onChoose(index);
          }}
        >
          {text}
        </div>
      ))}
    </div>
  );
}

/** One month. Days of other months are empty cells. */
function Calendar({ picked, onDay }: { picked: PickedTime; onDay(day: number): void }) {
  const days = calendarDays(language, picked.month);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
  return (
    <table aria-label={monthText(language, picked.month)}>
      <thead>
        <tr>
          {weekdayTexts(language).map((weekday) => (
            <th key={weekday}>{weekday}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.getTime()}>
            {week.map((day) => (
              <td key={day.getTime()}>
                {isInMonth(picked.month, day) && (
                  <button
                    type="button"
                    aria-label={dayText(language, day)}
                    aria-pressed={day.getDate() === picked.day}
                    disabled={isPast(day)}
                    onClick={() => onDay(day.getDate())}
                  >
                    {day.getDate()}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ScheduleDialog({ onSave }: { onSave(at: Date): void }) {
  const [picked, setPicked] = useState(firstPick);
  const pick = (change: Partial<PickedTime>) => setPicked((old) => ({ ...old, ...change }));
  const halves = halfTexts(language);
  return createPortal(
    <div className="popover" role="dialog" id="schedule-dialog" aria-label={words.schedule}>
      <button type="button" aria-label={words.previous} onClick={() => pick({ month: addMonths(picked.month, -1) })}>
        ‹
      </button>
      <h2 aria-live="polite">{monthText(language, picked.month)}</h2>
      <button type="button" aria-label={words.next} onClick={() => pick({ month: addMonths(picked.month, 1) })}>
        ›
      </button>
      <Calendar key={picked.month.getTime()} picked={picked} onDay={(day) => pick({ day })} />
      <Choices
        label={words.hours}
        texts={hourTexts(language)}
        chosen={picked.hour}
        onChoose={(hour) => pick({ hour })}
      />
      <Choices label={words.minutes} texts={MINUTES} chosen={picked.minute} onChoose={(minute) => pick({ minute })} />
      {halves.length > 0 && (
        <Choices label={words.half} texts={halves} chosen={picked.half} onChoose={(half) => pick({ half })} />
      )}
      <button type="button" onClick={() => onSave(pickedDate(language, picked))}>
        {words.save}
      </button>
    </div>,
    document.body,
  );
}
