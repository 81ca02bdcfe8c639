import type { RefusalKind } from '@flyerdeck/contracts/sitePack';
import type { DeviceProblem } from '@flyerdeck/contracts/values/extension';

/** `refused`, `text_not_taken`, `no_scheduler` and the kinds of refusals: only this post failed. `not_pressed`: it may be tried again. */
export type ProblemCode = DeviceProblem | 'refused' | 'not_pressed' | 'text_not_taken' | 'no_scheduler' | RefusalKind;

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The paths of the elements in the pack that were not found, if they are known. */
  readonly missing?: readonly string[];
}

/** Nothing was posted. */
export class SiteProblem extends Error implements Problem {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly missing: readonly string[] = [],
  ) {
    super(message);
    this.name = 'SiteProblem';
  }
}

export const needsRunner = (): SiteProblem =>
  new SiteProblem(
    'site_changed',
    'The creator site accepts only real clicks and keys, which only a runner can make. Nothing is posted.',
  );

export const loggedOut = (): SiteProblem =>
  new SiteProblem('logged_out', 'The creator site asks to log in. Log in again in this browser.');

export const siteChanged = (what: string, ...missing: string[]): SiteProblem =>
  new SiteProblem('site_changed', `${what} was not found: the site may have changed.`, missing);
