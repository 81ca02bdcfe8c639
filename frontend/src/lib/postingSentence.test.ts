import { WAIT_REASON_SENTENCES, WAIT_REASONS } from '@flyerdeck/contracts/statuses';
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

  it("returns 'Next in line.' for a waiting posting without a reason", () => {
    expect(postingSentence(buildPosting({ status: 'pending', errorMessage: null }))).toBe('Next in line.');
  });
});
