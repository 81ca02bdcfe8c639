import type { Page } from '@flyerdeck/contracts/types';
import { DEVICE_PROBLEM_SENTENCES, EXTENSION_VERSION } from '@flyerdeck/contracts/values/extension';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { isOlderVersion } from '../../../lib/isOlderVersion.ts';

interface ShownProblem {
  readonly text: string;
  /** A new download of the extension may fix it. */
  readonly needsExtension: boolean;
}

type PageFacts = Pick<Page, 'runner' | 'is_active' | 'health' | 'extension_version' | 'last_polled_at'>;

/** The most important problem of a page's extension as a sentence; null if there is none. */
export function pageProblem({
  runner,
  is_active,
  health,
  extension_version,
  last_polled_at,
}: PageFacts): ShownProblem | null {
  if (runner?.state === 'ended') {
    return {
      text: `Its runner on ${runner.host_name} was ended. Pair a runner and add the page again.`,
      needsExtension: false,
    };
  }
  if (runner && !is_active) {
    return { text: `Its runner on ${runner.host_name} is not connected. Start it.`, needsExtension: false };
  }
  // A runner updates the extension by itself.
  const isOutdated = !runner && extension_version !== null && isOlderVersion(extension_version, EXTENSION_VERSION);
  if (!is_active) {
    const text = last_polled_at
      ? `The extension is offline since ${formatDateTime(last_polled_at)}. Open the page's browser.`
      : "The extension has not called yet. Open the page's browser.";
    return { text, needsExtension: isOutdated };
  }
  if (health !== 'ok') return { text: DEVICE_PROBLEM_SENTENCES[health], needsExtension: isOutdated };
  return isOutdated ? { text: `The extension, ${extension_version}, is outdated.`, needsExtension: true } : null;
}
