import fc from 'fast-check';

const SECONDS = Number(process.env.STORY_SECONDS ?? 2);

/**
 * Tries generated cases for some seconds, at least one, so that a busier machine tries fewer. `STORY_SECONDS=600 npx jest
 * interleavings` tries them for ten minutes. A failure prints its seed.
 */
export async function tryStories<Story>(
  story: fc.Arbitrary<Story>,
  play: (given: Story) => Promise<void>,
): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  // fast-check's own time limit abandons the case that is running.
  do await fc.assert(fc.asyncProperty(story, play), { numRuns: 1, endOnFailure: true });
  while (performance.now() < end);
}

/** For a machine that is many times busier. */
export const STORIES_TIMEOUT_MS = 120_000 + SECONDS * 1000;

/** The points at which a crash test kills a process: all of them with `STORY_SECONDS`, as in `npm run test:long`, else the first `few`. */
export const crashPoints = <Point>(few: number, all: readonly Point[]): readonly Point[] =>
  process.env.STORY_SECONDS ? all : all.slice(0, few);
