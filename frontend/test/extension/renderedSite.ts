import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { PACK, showSite } from './siteDocument.ts';

/** A site that renders its new post from a state after each event: elements are replaced, never changed. */

const TEXTS = {
  en: { post: 'Post', when: 'Date', next: 'Next month', save: 'Save' },
  ru: { post: 'Опубликовать', when: 'Дата', next: 'Следующий месяц', save: 'Сохранить' },
  es: { post: 'Publicar', when: 'Fecha', next: 'Mes siguiente', save: 'Guardar' },
} as const;
export type Language = keyof typeof TEXTS;

const names = (key: keyof (typeof TEXTS)['en']) =>
  Object.fromEntries(Object.entries(TEXTS).map(([language, texts]) => [language, [texts[key]]]));
const button = (key: keyof (typeof TEXTS)['en']): SitePackWays => [{ role: 'button', names: names(key) }];
const testId = (id: string): SitePackWays => [{ testId: id }];

/** Finds everything by roles with names in three languages, or by test ids. */
export const RENDERED_PACK = {
  ...PACK,
  form: testId('new-post'),
  steps: [
    { do: 'open', path: '/posts/create' },
    {
      do: 'time',
      opener: button('when'),
      popup: [{ role: 'dialog' }],
      month: [{ role: 'heading' }],
      nextMonth: button('next'),
      day: [{ role: 'gridcell' }],
      hour: [{ css: '[data-list="hours"] option' }],
      minute: [{ css: '[data-list="minutes"] option' }],
      half: [{ css: '[data-list="halves"] option' }],
      save: button('save'),
      shown: testId('scheduled'),
    },
    { do: 'fill', what: 'text', field: [{ role: 'textbox' }] },
    { do: 'publish', button: button('post'), names: names('post') },
  ],
  outcome: { posted: testId('posted'), error: [{ role: 'alert' }] },
} satisfies SitePack;

interface SiteOptions {
  readonly language: Language;
  /** In an open shadow root, or next to everything else in the body. */
  readonly isInShadow?: boolean;
  /** Where popups are: in the composer or in the body. */
  readonly arePopupsInBody?: boolean;
  /** The site understands another hour. */
  readonly isHourWrong?: boolean;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

export class RenderedSite {
  readonly posts: { text: string; at: Date | null }[] = [];
  text = '';
  private isCalendarOpen = false;
  private at: Date | null = null;
  private picked = new Date();
  private month = new Date();
  private readonly host = document.createElement('div');

  constructor(private readonly options: SiteOptions) {
    showSite('/posts/create', '');
    document.documentElement.lang = options.language;
    document.body.append(this.host);
    const now = new Date();
    this.month = new Date(now.getFullYear(), now.getMonth(), 1);
    if (options.isInShadow) this.host.attachShadow({ mode: 'open' });
    this.render();
  }

  private get isTwelveHours() {
    return this.options.language !== 'ru';
  }

  render(): void {
    const root = this.options.isInShadow ? (this.host.shadowRoot as ShadowRoot) : this.host;
    const html = this.options.arePopupsInBody ? '' : this.popupHtml();
    root.innerHTML = this.composerHtml(html);
    document.querySelector('#popups')?.remove();
    if (this.options.arePopupsInBody) {
      document.body.insertAdjacentHTML('beforeend', `<div id="popups">${this.popupHtml()}</div>`);
    }
    for (const one of [root, document.querySelector('#popups')]) {
      one?.querySelectorAll<HTMLElement>('[data-do]').forEach((element) => {
        element.addEventListener(
          element.matches('textarea') ? 'input' : element.matches('select') ? 'change' : 'click',
          () => this.act(element),
        );
      });
    }
  }

  private act(element: HTMLElement): void {
    const value =
      element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
        ? element.value
        : element.textContent;
    this.change(element.getAttribute('data-do') ?? '', value ?? '');
    // Later, as frameworks do.
    queueMicrotask(() => this.render());
  }

  private change(action: string, value: string): void {
    const { picked } = this;
    if (action === 'text') this.text = value;
    else if (action === 'calendar') this.isCalendarOpen = true;
    else if (action === 'next') this.month = new Date(this.month.getFullYear(), this.month.getMonth() + 1, 1);
    else if (action === 'day') picked.setFullYear(this.month.getFullYear(), this.month.getMonth(), Number(value));
    else if (action === 'hour')
      picked.setHours(this.isTwelveHours ? (Number(value) % 12) + (picked.getHours() < 12 ? 0 : 12) : Number(value));
    else if (action === 'minute') picked.setMinutes(Number(value), 0, 0);
    else if (action === 'half') picked.setHours((picked.getHours() % 12) + (/^p/i.test(value) ? 12 : 0));
    else if (action === 'save') this.save();
    else if (action === 'post') {
      this.posts.push({ text: this.text, at: this.at });
      this.text = '';
      document.body.insertAdjacentHTML('beforeend', '<p data-testid="posted"><a href="/posts/77">OK</a></p>');
    }
  }

  private save(): void {
    this.at = new Date(this.picked);
    if (this.options.isHourWrong) this.at.setHours(this.at.getHours() + 1);
    this.isCalendarOpen = false;
  }

  private composerHtml(popup: string): string {
    const texts = TEXTS[this.options.language];
    const { language } = this.options;
    const at = this.at?.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }) ?? '';
    return `<div role="dialog" data-testid="new-post">
      <textarea data-do="text">${this.text}</textarea>
      <button data-do="calendar">${texts.when}</button><span data-testid="scheduled">${at}</span>
      <div role="button" data-do="post" aria-disabled="${this.text === ''}"><i></i>${texts.post}</div>${popup}</div>`;
  }

  private popupHtml(): string {
    const texts = TEXTS[this.options.language];
    const save = `<button data-do="save">${texts.save}</button>`;
    if (!this.isCalendarOpen) return '';
    const title = this.month.toLocaleString(this.options.language, { month: 'long', year: 'numeric' });
    const list = (name: string, action: string, items: readonly (string | number)[], chosen: string | number) =>
      `<select data-list="${name}" data-do="${action}">${items
        .map((item) => `<option ${item === chosen ? 'selected' : ''}>${item}</option>`)
        .join('')}</select>`;
    const hours = this.picked.getHours();
    const minutes = Array.from({ length: 60 }, (_, minute) => twoDigits(minute));
    return `<div role="dialog"><h2>${title}</h2><button data-do="next" aria-label="${texts.next}">›</button>
      <div role="grid">${this.days()}</div>
      ${
        this.isTwelveHours
          ? list('hours', 'hour', [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], hours % 12 || 12) +
            list('halves', 'half', ['a. m.', 'p. m.'], hours < 12 ? 'a. m.' : 'p. m.')
          : list(
              'hours',
              'hour',
              Array.from({ length: 24 }, (_, hour) => twoDigits(hour)),
              twoDigits(hours),
            )
      }${list('minutes', 'minute', minutes, twoDigits(this.picked.getMinutes()))}${save}</div>`;
  }

  /** With the last days of the month before, and the first ones of the month after. */
  private days(): string {
    const last = new Date(this.month.getFullYear(), this.month.getMonth() + 1, 0).getDate();
    const own = Array.from({ length: last }, (_, day) => `<div role="gridcell" data-do="day">${day + 1}</div>`);
    const other = (days: number[]) => days.map((day) => `<div role="gridcell">${day}</div>`).join('');
    return other([29, 30, 31]) + own.join('') + other([1, 2, 3]);
  }
}
