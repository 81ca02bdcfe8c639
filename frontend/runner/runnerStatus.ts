import type { RemoteView } from './RemoteView.ts';

/** The browser in which a person logs in to add a page. */
export interface Adding {
  readonly profile: string;
  /** The account that the site shows; null before the login. */
  username: string | null;
  /** What must be confirmed before the page is linked. */
  question: string | null;
  /** Null until the browser has started, and for a window. */
  view: RemoteView | null;
  confirmed: boolean;
  cancelled: boolean;
}

export interface PageStatus {
  readonly guid: string | null;
  readonly profile: string;
  readonly username: string;
  readonly state: 'asleep' | 'waiting' | 'awake' | 'open' | 'unlinked';
  readonly hasView: boolean;
  /** Why it waits for a person, or what is wrong. */
  readonly problem: string | null;
}

export interface RunnerStatus {
  readonly version: string;
  readonly server: string;
  /** The code to enter in the product; null once paired. */
  readonly code: string | null;
  readonly isConnected: boolean;
  readonly isPaused: boolean;
  readonly atOnce: number;
  readonly pages: readonly PageStatus[];
  readonly adding: (Pick<Adding, 'profile' | 'username' | 'question'> & { readonly hasView: boolean }) | null;
  /** Why the last page could not be added. */
  readonly addProblem: string | null;
}
