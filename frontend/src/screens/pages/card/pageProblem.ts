import type { Page } from '@flyerdeck/contracts/types';
import { type DeviceProblem, EXTENSION_VERSION } from '@flyerdeck/contracts/values/extension';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { healthSentence, isOlderVersion } from '../../../lib/pages.ts';

interface ShownProblem {
  /** For a table row. */
  readonly short: string;
  readonly text: string;
  /** A new download of the extension may fix it. */
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

/** The most important problem of a page's extension; null if there is none. */
export function pageProblem({
  runner,
  is_active,
  health,
  pack_misses,
  extension_version,
  last_polled_at,
}: PageFacts): ShownProblem | null {
  // A runner updates the extension by itself.
  const isOutdated = !runner && extension_version !== null && isOlderVersion(extension_version, EXTENSION_VERSION);
  if (runner?.state === 'ended') {
    return {
      short: 'Runner ended',
      text: `Its runner on ${runner.host_name} was ended. Pair a runner and add the page again.`,
      needsExtension: false,
    };
  }
  if (runner && !is_active) {
    return {
      short: 'Runner not connected',
      text: `Its runner on ${runner.host_name} is not connected. Start it.`,
      needsExtension: false,
    };
  }
  if (!is_active && last_polled_at) {
    const since = formatDateTime(last_polled_at);
    return {
      short: `Inactive since ${since}`,
      text: `The extension has been inactive since ${since}. Open the page's browser.`,
      needsExtension: isOutdated,
    };
  }
  if (!is_active) {
    const text = "The extension has not called yet. Open the page's browser.";
    return { short: 'Not called yet', text, needsExtension: isOutdated };
  }
  if (health !== 'ok') {
    return { short: SHORT[health], text: healthSentence({ health, pack_misses }), needsExtension: isOutdated };
  }
  if (!isOutdated) return null;
  const text = `The extension, ${extension_version}, is outdated.`;
  return { short: `Extension ${extension_version} is outdated`, text, needsExtension: true };
}

/** Whether an active page has a problem or is paused. */
export const hasProblem = (page: Page): boolean =>
  page.is_active && (page.pause !== null || pageProblem(page) !== null);
