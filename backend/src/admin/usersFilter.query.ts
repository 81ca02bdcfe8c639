import type { UsersFilter } from '@flyerdeck/contracts';
import { namesPattern, PAGE_TEXT } from '../postings/list/matching.query.ts';
import { patternOf, personMatches } from './personSearch.query.ts';

/** The owners of linked pages that match the pattern. */
export const ownersOfPages = (pattern: string) =>
  `SELECT g.owner_id FROM pages g WHERE g.unlinked_at IS NULL AND ${PAGE_TEXT} ILIKE ${pattern}`;

/** The pattern of `ownersOfPages`; null when there is nothing to search for. */
export const pagePatternOf = (page = '') => (page.trim() ? namesPattern(page.trim()) : null);

/** The condition that `users` match the filters of the users screen. $1 to $4 are `usersFilterValues`. */
export const USERS_FILTERED = `($1::text IS NULL OR ${personMatches('users', '$1')})
  AND ($2::boolean IS NULL OR users.is_active = $2) AND ($3::boolean IS NULL OR users.is_admin = $3)
  AND ($4::text IS NULL OR users.id IN (${ownersOfPages('$4')}))`;

export const usersFilterValues = ({ search, is_active, is_admin, page }: UsersFilter) =>
  [patternOf(search), is_active ?? null, is_admin ?? null, pagePatternOf(page)] as const;
