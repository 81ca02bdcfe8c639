import type { Task } from '@flyerdeck/contracts/types';
import * as shared from '../../../../test/builders.ts';

/** The shared task builder, with an image and three pending pages. */
export const buildTask = (fields: Partial<Task> = {}): Task =>
  shared.buildTask({
    assistant_name: 'Evening promo',
    file_id: shared.uuid(50),
    page_counts: { posted: 0, pending: 3, failed: 0, total: 3 },
    ...fields,
  });

export const buildPosting = shared.buildTaskPosting;
