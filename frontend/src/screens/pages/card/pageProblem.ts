import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/credits.values';
import { type DeviceProblem, EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import { PAGE_NOTICE_SENTENCES } from '@flyerdeck/contracts/pages.values';
import type { Page } from '@flyerdeck/contracts/types';
import { formatDateTime, shortAge } from '../../../lib/formatDate.ts';
import { healthSentence, isOlderVersion, limitsText } from '../../../lib/pages.ts';

interface ShownProblem {
  readonly short: string;
  readonly text: string;
  readonly needsExtension: boolean;
}

type PageFacts = Pick<Page, 'runner' | 'is_active' | 'health' | 'pack_misses' | 'extension_version' | 'last_polled_at'>;

const SHORT: Readonly<Record<DeviceProblem, string>> = {
  logged_out: 'Logged out',
  wrong_account: 'Another account',
  no_tab: 'No window',
  site_failing: 'Site does not answer',
  site_changed: 'Site pack does not fit',
  no_site_pack: 'No site pack',
};

export function pageProblem(
  { runner, is_active, health, pack_misses, extension_version, last_polled_at }: PageFacts,
  nowMs: number = Date.now(),
): ShownProblem | null {
  // A runner updates the extension by itself.
  const isOutdated = !runner && extension_version !== null && isOlderVersion(extension_version, EXTENSION_VERSION);
  const problem = (short: string, text: string): ShownProblem => ({ short, text, needsExtension: isOutdated });
  if (runner?.state === 'ended') {
    return problem(
      'Runner ended',
      `Its runner on ${runner.host_name} was ended. Pair a runner and add the page again.`,
    );
  }
  if (runner && !is_active) {
    return problem('Runner not connected', `Its runner on ${runner.host_name} is not connected. Start it.`);
  }
  if (!is_active && last_polled_at) {
    const text = `Offline since ${formatDateTime(last_polled_at)}. Open the page's browser.`;
    return problem(`Offline ${shortAge(last_polled_at, nowMs)}`, text);
  }
  if (!is_active) return problem('Not called yet', "The extension has not called yet. Open the page's browser.");
  if (health !== 'ok') return problem(SHORT[health], healthSentence({ health, pack_misses }));
  if (!isOutdated) return null;
  return problem(`Extension ${extension_version} is outdated`, `The extension, ${extension_version}, is outdated.`);
}

export const hasProblem = (page: Page): boolean =>
  page.is_active && (page.pause !== null || pageProblem(page) !== null);

export const pageFacts = ({ is_paid, paid_until, credits_charged, runner }: Page) =>
  [
    ['Paid until', is_paid && paid_until ? formatDateTime(paid_until) : ''],
    ['Last charge', credits_charged > 0 ? `${credits_charged} credits` : ''],
    ['Runner', runner && runner.state !== 'ended' ? `${runner.host_name}, ${runner.state}` : ''],
  ] as const;

interface PageState {
  readonly tone: 'success' | 'warning' | 'neutral';
  readonly title: string;
  readonly label: string;
}

export const pageStates = ({ is_active, is_paid }: Page): readonly PageState[] => [
  is_active
    ? { tone: 'success', title: 'Page recently polled', label: 'Active' }
    : { tone: 'neutral', title: 'Page has not polled recently', label: 'Inactive' },
  is_paid
    ? { tone: 'success', title: '', label: 'Paid' }
    : {
        tone: 'warning',
        title: `Not paid - ${PAGE_DAY_CREDITS} credits will be charged on first post`,
        label: 'Unpaid',
      },
];

interface PageNote {
  readonly short: string;
  readonly text: string;
  readonly isWarning: boolean;
}

export function pageNotes(page: Page, nowMs: number): readonly PageNote[] {
  const problem = pageProblem(page, nowMs);
  const { pause, notice, limits } = page;
  const notes: (PageNote | null)[] = [
    problem && { ...problem, isWarning: true },
    pause && { short: `Paused until ${formatDateTime(pause.until)}`, text: 'Posting is paused.', isWarning: true },
    notice && { short: 'Last fee not given back', text: PAGE_NOTICE_SENTENCES[notice], isWarning: true },
    limits && { short: limitsText(limits), text: 'Posting limits', isWarning: false },
  ];
  return notes.filter((note) => note !== null);
}
