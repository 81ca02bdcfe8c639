import type { Page } from '@flyerdeck/contracts/types';
import { PAGE_NOTICE_SENTENCES } from '@flyerdeck/contracts/values/pages';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { limitsText } from '../../../lib/pages.ts';
import { pageProblem } from './pageProblem.ts';

interface PageNote {
  /** For one line of a row. */
  readonly short: string;
  readonly text: string;
  readonly isWarning: boolean;
}

/** Problem, pause, notice and limits of a page, the most important one first. */
export function pageNotes(page: Page): readonly PageNote[] {
  const problem = pageProblem(page);
  const { pause, notice, limits } = page;
  const notes: (PageNote | null)[] = [
    problem && { ...problem, isWarning: true },
    pause && { short: `Paused until ${formatDateTime(pause.until)}`, text: 'Posting is paused.', isWarning: true },
    notice && { short: 'Last fee not given back', text: PAGE_NOTICE_SENTENCES[notice], isWarning: true },
    limits && { short: limitsText(limits), text: 'Posting limits', isWarning: false },
  ];
  return notes.filter((note) => note !== null);
}
