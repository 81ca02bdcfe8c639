import { creditUsersExport, usersExport } from './admin/usersExport.query.ts';
import type { AnyExport } from './exports/csvExport.ts';
import { postingsExport } from './postings/detailedPostings.query.ts';

/** Every file that a ticket can name; a new one is one line here. */
export const EXPORTS: readonly AnyExport[] = [postingsExport, usersExport, creditUsersExport];
