import { type Problem, SiteProblem } from '../sites/SiteProblem.ts';

/** An unexpected error most likely means that the site's markup has changed. */
export function asProblem(error: unknown): Problem {
  const { code, message } =
    error instanceof SiteProblem
      ? error
      : { code: 'site_changed' as const, message: `The page could not be worked with: ${String(error)}` };
  // A page that is not drawn gets no animation frames, so nothing that is missing means that the site has changed.
  return code === 'site_changed' && document.visibilityState === 'hidden'
    ? {
        code: 'no_tab',
        message:
          "The creator site draws nothing, because the extension's window is minimized or covered. Leave a part of it visible.",
      }
    : { code, message };
}
