import type { TaskList } from 'graphile-worker';
import type { AppContext } from '../context.ts';
import { sweepOfflinePages } from '../postings/sweeps.ts';
import type { PictureTaker } from '../screenshots/pictureTaker.ts';
import type { JobHandlers } from './enqueue.ts';
import { tidyUp } from './housekeeping.ts';
import { sweepLostPictures } from './pictureSweep.ts';
import { renderPicture } from './renderPicture.ts';

export interface JobDependencies {
  readonly pictureTaker: Pick<PictureTaker, 'take'>;
}

/**
 * What runs by the clock (UTC). One attempt each, because the next turn is the retry; keyed, so that turns missed by a busy
 * worker don't pile up.
 */
export const CRONTAB = `
* * * * * picture_sweep ?max=1&jobKey=picture_sweep
* * * * * offline_sweep ?max=1&jobKey=offline_sweep
17 * * * * housekeeping ?max=1&jobKey=housekeeping
`;

/** Who does each job. */
export function createTaskList(app: AppContext, { pictureTaker }: JobDependencies): TaskList {
  const { pool, logger } = app;
  const handlers: JobHandlers = {
    render_picture: renderPicture(app, pictureTaker),
    picture_sweep: async () => {
      const enqueued = await sweepLostPictures(pool);
      if (enqueued > 0) logger.warn({ enqueued }, 'pictures had lost their jobs');
    },
    offline_sweep: async () => {
      const failed = await sweepOfflinePages(pool);
      if (failed > 0) logger.info({ failed }, 'postings of offline pages failed');
    },
    housekeeping: () => tidyUp(pool),
  };
  return handlers as TaskList;
}
