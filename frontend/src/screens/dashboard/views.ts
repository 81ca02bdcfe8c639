export const VIEWS = ['pages', 'assistants', 'queue', 'presets', 'credits'] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_LABELS: Readonly<Record<View, string>> = {
  pages: 'Pages',
  assistants: 'Assistants',
  queue: 'Queue',
  presets: 'Presets',
  credits: 'Credits',
};

export const hasSearch = (view: View): boolean => view !== 'queue' && view !== 'credits';

const isView = (word: string | null): word is View => VIEWS.some((view) => view === word);

/** The tab the address names; an assistant to expand forces the assistants tab (spec section 2, 'Main dashboard'). */
export function viewOf(params: URLSearchParams): View {
  if (params.get('expandAssistant')) return 'assistants';
  const word = params.get('view');
  return isView(word) ? word : 'pages';
}

/** The same address on another tab; an assistant to expand stays behind, everything else comes along. */
export function withView(params: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('view', view);
  next.delete('expandAssistant');
  return next;
}
