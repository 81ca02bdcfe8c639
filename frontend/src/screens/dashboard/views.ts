import { wordOf } from '../../lib/compare.ts';

export const VIEW_LABELS = {
  pages: 'Pages',
  assistants: 'Assistants',
  queue: 'Queue',
  presets: 'Presets',
  credits: 'Credits',
} as const;
export type View = keyof typeof VIEW_LABELS;
export const TAB_KEYS: Readonly<Record<string, View>> = {
  p: 'pages',
  a: 'assistants',
  q: 'queue',
  r: 'presets',
  c: 'credits',
};

export const VIEWS = Object.keys(VIEW_LABELS) as readonly View[];

export const hasSearch = (view: View): boolean => view !== 'queue' && view !== 'credits';

export function viewOf(params: URLSearchParams): View {
  if (params.get('expandAssistant')) return 'assistants';
  return VIEWS.find((view) => view === params.get('view')) ?? 'pages';
}

/** The URL parameters for another tab. `expandAssistant` is removed; all others are kept. */
export function withView(params: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('view', view);
  next.delete('expandAssistant');
  return next;
}

/** Dialogs of the dashboard that have an address, so that the bot can link to them. */
const DIALOGS = ['new-post', 'messages', 'privacy', 'runners', 'sessions', 'report'] as const;
export type DialogName = (typeof DIALOGS)[number];

export const dialogOf = (params: URLSearchParams): DialogName | null => wordOf(DIALOGS, params.get('dialog'));
