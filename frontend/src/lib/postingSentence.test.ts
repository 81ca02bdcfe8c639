import { WAIT_REASON_SENTENCES, WAIT_REASONS } from '@flyerdeck/contracts/values/queue';
import { buildTaskPosting as buildPosting } from '../../test/builders.ts';
import { postingSentence } from './postingSentence.ts';

describe('postingSentence', () => {
  it('returns the reason of a failure', () => {
    expect(postingSentence(buildPosting({ errorMessage: 'The page was unlinked.' }))).toBe('The page was unlinked.');
  });

  it.each([null, ''])("returns 'No error message provided.' for a failure without a reason (%p)", (errorMessage) => {
    expect(postingSentence(buildPosting({ errorMessage }))).toBe('No error message provided.');
  });

  it.each(WAIT_REASONS)('explains why a posting waits: %s', (wait_reason) => {
    expect(postingSentence(buildPosting({ status: 'pending', errorMessage: null, wait_reason }))).toBe(
      WAIT_REASON_SENTENCES[wait_reason],
    );
  });

  it('says when the limits of the page allow its next post', () => {
    const posting = buildPosting({ status: 'pending', wait_reason: 'page_limit', wait_until: '2026-11-23T17:05:00' });
    expect(postingSentence(posting)).toBe("The page's posting limits allow its next post on Nov 23, 2026 17:05.");
  });

  it("returns 'Next in the queue.' for a waiting posting without a reason", () => {
    expect(postingSentence(buildPosting({ status: 'pending', errorMessage: null }))).toBe('Next in the queue.');
  });
});
