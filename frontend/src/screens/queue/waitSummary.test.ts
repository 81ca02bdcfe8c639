import { WAIT_REASONS } from '@flyerdeck/contracts/queue.values';
import type { TaskPosting } from '@flyerdeck/contracts/types';
import { uuid } from '../../../test/builders.ts';
import { buildPosting } from '../../../test/queueTab.tsx';
import { waitSummary } from './TaskRow.tsx';

const waitingOn = (page: number, wait_reason: TaskPosting['wait_reason']) =>
  buildPosting({ guid: uuid(page), status: 'pending', errorMessage: null, wait_reason });

describe('waitSummary', () => {
  it('counts the pages by wait reason', () => {
    expect(
      waitSummary([
        waitingOn(1, 'page_offline'),
        waitingOn(2, 'busy'),
        waitingOn(3, 'page_offline'),
        waitingOn(4, null),
      ]),
    ).toBe('Waiting: 2 pages offline, 1 page busy, 1 page next in the queue');
  });

  it.each(WAIT_REASONS)('has a text for the wait reason %s', (reason) => {
    expect(waitSummary([waitingOn(1, reason)])).toMatch(/^Waiting: .+/);
  });
});
