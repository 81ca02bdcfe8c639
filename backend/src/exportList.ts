import { creditUsersExport, usersExport } from './admin/usersExport.ts';
import type { AnyExport } from './exports/csvExport.ts';
import { postingsExport } from './postings/postingsExport.ts';

/** Every file that a ticket can name; a new one is one line here. */
export const EXPORTS: readonly AnyExport[] = [postingsExport, usersExport, creditUsersExport];
