import { statement } from '../database/statement.ts';

export type FileRow = { sha256: string; content_type: string; width: number };

/** A stored picture by its id. */
export const findFile = statement<FileRow, [string]>(
  'file',
  'SELECT sha256, content_type, width FROM files WHERE id = $1',
);
