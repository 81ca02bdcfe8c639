import type { Problems } from '../jobs/problems.ts';
import type { ScreenshotTaker } from './screenshotTaker.ts';

const PART = 'taking screenshots';
/** The preview of one posting may be broken. With this number of postings in a row it is the worker. */
const MANY = 3;

/** Reports a problem while the screenshots of different postings fail one after the other. */
export function watchTaker(taker: Pick<ScreenshotTaker, 'take'>, problems: Problems): Pick<ScreenshotTaker, 'take'> {
  const failed = new Set<string>();
  return {
    async take(postingId, signal, previewToken) {
      try {
        const bytes = await taker.take(postingId, signal, previewToken);
        failed.clear();
        problems.worked(PART);
        return bytes;
      } catch (error) {
        if (failed.size < MANY && !signal?.aborted) failed.add(postingId);
        if (failed.size >= MANY) problems.failed(PART, error);
        throw error;
      }
    },
  };
}
