import { creditUsersExport, usersExport } from '../admin/usersExport.ts';
import { postingsExport } from '../postings/postingsExport.ts';
import type { AnyExport } from './csvExport.ts';

/** Every file that a ticket can name; a new one is one line here. */
const EXPORTS: readonly AnyExport[] = [postingsExport, usersExport, creditUsersExport];

export function findExport(name: string): AnyExport {
  const found = EXPORTS.find((csvExport) => csvExport.name === name);
  if (!found) throw new Error(`There is no export '${name}' in the list.`);
  return found;
}
