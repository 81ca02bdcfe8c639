export const VIEW_LABELS = {
  pages: 'Pages',
  assistants: 'Assistants',
  queue: 'Queue',
  presets: 'Presets',
  credits: 'Credits',
} as const;
export type View = keyof typeof VIEW_LABELS;
export const VIEWS = Object.keys(VIEW_LABELS) as readonly View[];

export const hasSearch = (view: View): boolean => view !== 'queue' && view !== 'credits';

/** The tab in the URL. `expandAssistant` always selects the assistants tab (spec section 2, 'Main dashboard'). */
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

/** Whether the privacy dialog is open. It is in the URL, so that the bot can link to it. */
export const isPrivacyShown = (params: URLSearchParams): boolean => params.get('dialog') === 'privacy';

export function withPrivacy(params: URLSearchParams, isShown: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  if (isShown) next.set('dialog', 'privacy');
  else next.delete('dialog');
  return next;
}
