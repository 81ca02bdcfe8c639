import { MAX_PICTURE_TRIES } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { statement } from '../database/statement.ts';
import { storeImage } from '../files/files.service.ts';
import { pictures } from '../metrics.ts';
import { completePosting } from '../postings/completePosting.ts';
import { countPictureTry, findSentPosting } from '../postings/pictureTries.query.ts';
import type { PictureTaker } from '../screenshots/pictureTaker.ts';
import { type JobHandler, renderPictureJobSql } from './enqueue.ts';

/** Between two tries: long enough for a browser to be started anew, short enough that nobody waits for it. */
const TRY_AGAIN_SECONDS = 3;

const enqueueNextTry = statement<never, [string]>(
  'next_picture_try',
  `SELECT ${renderPictureJobSql('$1::uuid', { runAtSql: `now() + interval '${TRY_AGAIN_SECONDS} seconds'` })}`,
);

/**
 * Makes the picture of a posting that is out, keeps it and completes the posting. A try is counted before it is made: one
 * that takes the whole process down would otherwise be made for ever. After the last one the posting is completed without.
 *
 * Tries are spaced here rather than by graphile-worker, whose waits grow exponentially while an owner waits for the picture.
 */
export const renderPicture =
  (
    { pool, dataSource, files, logger }: Pick<AppContext, 'pool' | 'dataSource' | 'files' | 'logger'>,
    taker: Pick<PictureTaker, 'take'>,
  ): JobHandler<'render_picture'> =>
  async ({ posting_id: postingId }, { abortSignal }) => {
    const [posting] = await findSentPosting(pool, [postingId]);
    if (!posting) return;
    if (posting.picture_file_id) {
      // Died between keeping the picture and completing the posting.
      if (!posting.is_completed) await completePosting(pool, postingId, { pictureFileId: posting.picture_file_id });
      return;
    }
    if (posting.picture_tries >= MAX_PICTURE_TRIES) {
      if (posting.is_completed && posting.screenshot_error) return;
      const screenshotError = posting.screenshot_error ?? couldNotBeMade('the worker stopped during the last try');
      await completePosting(pool, postingId, { screenshotError });
      return;
    }

    const [counted] = await countPictureTry(pool, [postingId, 1]);
    const tries = counted?.picture_tries ?? MAX_PICTURE_TRIES;
    let bytes: Buffer;
    try {
      bytes = await taker.take(postingId, abortSignal);
    } catch (error) {
      if (abortSignal.aborted) {
        // The process is ending in good order: the picture is not to blame, so the try does not count.
        await countPictureTry(pool, [postingId, -1]);
        throw error;
      }
      logger.warn({ err: error, postingId, tries }, 'a picture could not be made');
      pictures.inc({ outcome: 'failed' });
      if (tries < MAX_PICTURE_TRIES) await enqueueNextTry(pool, [postingId]);
      else await completePosting(pool, postingId, { screenshotError: couldNotBeMade(error) });
      return;
    }
    const pictureFileId = await storeImage(dataSource, files, { ownerId: posting.owner_id, bytes });
    await completePosting(pool, postingId, { pictureFileId });
    pictures.inc({ outcome: 'made' });
  };

const MAX_REASON_LENGTH = 300;

function couldNotBeMade(why: unknown): string {
  const reason = (why instanceof Error ? why.message : String(why)).trim().replace(/\.$/, '');
  return `The picture could not be made: ${reason.slice(0, MAX_REASON_LENGTH)}.`;
}
