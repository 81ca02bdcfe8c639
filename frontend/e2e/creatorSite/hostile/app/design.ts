import { boot, on } from './boot.ts';

/** What differs between the accounts of an experiment. */
interface Design {
  /** `b`: another order and nesting of the composer, no form element, and cards of divs. */
  readonly layout: 'a' | 'b';
  readonly hasNewTestIds: boolean;
  readonly postLabel: string;
}

/** Accounts with a share below this have the redesign of `cohort-30-70`. */
export const COHORT_SHARE = 30;

export function design(): Design {
  const share = boot.viewer?.share ?? 99;
  const isRedesigned = on('cohort-30-70') && share < COHORT_SHARE;
  return {
    layout: isRedesigned || (on('ab-markup') && share % 2 === 1) ? 'b' : 'a',
    hasNewTestIds: isRedesigned || on('renamed-testids'),
    postLabel: isRedesigned ? 'Share' : on('label-send-post') ? 'Send post' : 'Publish',
  };
}

/** The value of data-testid: `post-submit`, or `PostSubmitV2` when they are renamed. */
export const testId = (name: string): string =>
  design().hasNewTestIds
    ? `${name
        .split('-')
        .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
        .join('')}V2`
    : name;

/** Whether the page reacts to an event of the composer. */
export const isHeard = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  !on('trusted-only') || nativeEvent.isTrusted;
