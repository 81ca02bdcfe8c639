import { type Problem, SiteProblem } from '../shared/SiteProblem.ts';

/** Whatever broke while we worked on the page is most likely a page that is not as we know it. */
export const asProblem = (error: unknown): Problem =>
  error instanceof SiteProblem
    ? { code: error.code, message: error.message }
    : { code: 'site_changed', message: `The page could not be worked with: ${String(error)}` };
