import type { DeviceTrouble } from '@flyerdeck/contracts/statuses';

/** `refused`: the site said no to this one post; nothing is wrong with the site or the account. */
export type ProblemCode = DeviceTrouble | 'refused';

export interface Problem {
  readonly code: ProblemCode;
  /** For people. */
  readonly message: string;
}

/** Something on the site kept us from posting, and nothing was posted. */
export class SiteProblem extends Error implements Problem {
  constructor(
    readonly code: ProblemCode,
    message: string,
  ) {
    super(message);
    this.name = 'SiteProblem';
  }
}

export const siteChanged = (what: string): SiteProblem =>
  new SiteProblem('site_changed', `${what} was not found: the site may have changed. Update the extension.`);
