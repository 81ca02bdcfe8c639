import { statement } from '../database/statement.ts';

export type SentPostingRow = {
  owner_id: string;
  is_completed: boolean;
  picture_file_id: string | null;
  picture_tries: number;
  screenshot_error: string | null;
};

/** A posting that is out, and how far its picture is. */
export const findSentPosting = statement<SentPostingRow, [string]>(
  'sent_posting',
  `SELECT owner_id, status = 'completed' AS is_completed, picture_file_id, picture_tries, screenshot_error
   FROM page_postings WHERE id = $1 AND status IN ('posted', 'completed')`,
);

export const countPictureTry = statement<{ picture_tries: number }, [postingId: string, change: 1 | -1]>(
  'count_picture_try',
  'UPDATE page_postings SET picture_tries = picture_tries + $2 WHERE id = $1 RETURNING picture_tries',
);
