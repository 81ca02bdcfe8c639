import {
  addMonths,
  calendarDays,
  dayText,
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
import { build } from './parts.ts';

/** A calendar and a clock, one at a time. The calendar also shows the days of the weeks' other months, not to be picked. */
export class DateTimePicker extends HTMLElement {
  private readonly root = this.attachShadow({ mode: 'open' });
  private picked: PickedTime = firstPick();
  private tab: 'date' | 'time' = 'date';

  connectedCallback(): void {
    this.show();
  }

  private show(change: Partial<PickedTime> = {}, tab = this.tab): void {
    this.picked = { ...this.picked, ...change };
    this.tab = tab;
    this.root.replaceChildren(
      build(
        'div',
        { role: 'dialog', 'aria-label': words.schedule },
        this.tabButton('date', words.date),
        this.tabButton('time', words.time),
        ...(tab === 'date' ? this.calendar() : this.clock()),
        build('ui-button', { class: 'save', onclick: () => this.save() }, words.save),
      ),
    );
  }

  private save(): void {
    this.dispatchEvent(new CustomEvent('picked', { detail: pickedDate(language, this.picked) }));
  }

  private tabButton(tab: 'date' | 'time', label: string): HTMLElement {
    return build(
      'button',
      { type: 'button', role: 'tab', 'aria-selected': String(tab === this.tab), onclick: () => this.show({}, tab) },
      label,
    );
  }

  private calendar(): HTMLElement[] {
    const { month } = this.picked;
    const move = (by: number, label: string, className: string) =>
      build('ui-button', { class: className, onclick: () => this.show({ month: addMonths(month, by) }) }, label);
    return [
      move(-1, words.previous, 'previous'),
      build('strong', { class: 'month' }, monthText(language, month)),
      move(1, words.next, 'next'),
      build(
        'div',
        { class: 'days', role: 'group', 'aria-label': monthText(language, month) },
        ...weekdayTexts(language).map((weekday) => build('span', {}, weekday)),
        ...calendarDays(language, month).map((day) => this.dayButton(day)),
      ),
    ];
  }

  private dayButton(day: Date): HTMLElement {
    return build(
      'button',
      {
        type: 'button',
        title: dayText(language, day),
        disabled: !isInMonth(this.picked.month, day) || isPast(day),
        'aria-pressed': String(isInMonth(this.picked.month, day) && day.getDate() === this.picked.day),
        onclick: () => this.show({ day: day.getDate() }),
      },
      String(day.getDate()),
    );
  }

  private clock(): HTMLElement[] {
    const halves = halfTexts(language);
    return [
      this.list('hours', words.hours, hourTexts(language), 'hour'),
      this.list('minutes', words.minutes, MINUTES, 'minute'),
      ...(halves.length > 0 ? [this.list('halves', words.half, halves, 'half')] : []),
    ];
  }

  private list(
    className: string,
    label: string,
    texts: readonly string[],
    part: 'hour' | 'minute' | 'half',
  ): HTMLElement {
    return build(
      'div',
      { class: className, role: 'group', 'aria-label': label },
      ...texts.map((text, index) =>
        build(
          'button',
          {
            type: 'button',
            'aria-pressed': String(index === this.picked[part]),
            onclick: () => this.show({ [part]: index }),
          },
          text,
        ),
      ),
    );
  }
}
