import { type Problem, SiteProblem } from '../shared/SiteProblem.ts';

/** An unexpected error most likely means that the site's markup has changed. */
export const asProblem = (error: unknown): Problem =>
  error instanceof SiteProblem
    ? { code: error.code, message: error.message }
    : { code: 'site_changed', message: `The page could not be worked with: ${String(error)}` };
