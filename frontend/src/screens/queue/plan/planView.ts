import { wordOf } from '../../../lib/compare.ts';

/* Days are texts: '2026-11-23'. */

const DAY_MS = 86_400_000;
const utcMs = (day: string) => Date.parse(`${day}T00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(utcMs(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (first: string, second: string): number => (utcMs(second) - utcMs(first)) / DAY_MS;

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utcMs(text)) && addDays(text, 0) === text;

const PLAN_LAYOUTS = ['list', 'calendar'] as const;
export type PlanLayout = (typeof PLAN_LAYOUTS)[number];
export const PLAN_SPANS = ['day', 'week'] as const;
export type PlanSpan = (typeof PLAN_SPANS)[number];

export interface PlanView {
  readonly plan: PlanLayout | null;
  readonly span: PlanSpan;
  /** The first day of the shown time, as '2026-11-23'. Null: today. */
  readonly day: string | null;
  readonly page: string;
  readonly tag: string | null;
  readonly assistant: string | null;
}

const DEFAULTS: PlanView = { plan: null, span: 'week', day: null, page: '', tag: null, assistant: null };
/** Names that no other tab uses, because the parameters of all tabs are kept. */
const PARAMETERS: Readonly<Record<keyof PlanView, string>> = {
  plan: 'plan',
  span: 'planSpan',
  day: 'planDay',
  page: 'planPage',
  tag: 'planTag',
  assistant: 'planAssistant',
};

export function planViewOf(params: URLSearchParams): PlanView {
  const read = (name: keyof PlanView) => params.get(PARAMETERS[name]);
  const day = read('day');
  return {
    plan: wordOf(PLAN_LAYOUTS, read('plan')),
    span: wordOf(PLAN_SPANS, read('span')) ?? DEFAULTS.span,
    day: day && isDay(day) ? day : null,
    page: read('page') ?? '',
    tag: read('tag') || null,
    assistant: /^[0-9a-f-]{36}$/.exec(read('assistant') ?? '')?.[0] ?? null,
  };
}

export function withPlanView(params: URLSearchParams, changes: Partial<PlanView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const view = { ...planViewOf(params), ...changes };
  for (const name of Object.keys(PARAMETERS) as (keyof PlanView)[]) {
    if (view[name] === DEFAULTS[name]) next.delete(PARAMETERS[name]);
    else next.set(PARAMETERS[name], String(view[name]));
  }
  return next;
}

export const hasPlanFilters = ({ page, tag, assistant }: PlanView): boolean =>
  page.trim() !== '' || tag !== null || assistant !== null;
