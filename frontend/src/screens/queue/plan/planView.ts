import { wordOf } from '../../../lib/compare.ts';
import { isDay } from './days.ts';

export const PLAN_LAYOUTS = ['list', 'calendar'] as const;
export type PlanLayout = (typeof PLAN_LAYOUTS)[number];
export const PLAN_SPANS = ['day', 'week'] as const;
export type PlanSpan = (typeof PLAN_SPANS)[number];

/** What the Queue tab shows of the plan. Stored in the URL only. */
export interface PlanView {
  /** Null: the tasks of the queue. */
  readonly plan: PlanLayout | null;
  readonly span: PlanSpan;
  /** A day of the shown time, as '2026-11-23'. Null: today. */
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

/** Values that are not valid are ignored. */
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

/** The URL parameters after changes of the view. Defaults are left out. */
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
