import { containing } from '../postings/list/matching.query.ts';

/*
 * A search finds what the screens display of a user: Telegram id, @username, full name. The web app searches its lists in the
 * same way (searchPeople).
 */

/** The condition that the user matches the search pattern. `user` is the alias of the table. */
export const personMatches = (user: string, pattern: string) =>
  `(${user}.telegram_id ILIKE ${pattern} OR '@' || nullif(${user}.username, '') ILIKE ${pattern}
     OR ${user}.first_name || ' ' || ${user}.last_name ILIKE ${pattern})`;

/** The pattern of a search text; null when there is nothing to search for. */
export const patternOf = (search = '') => (search.trim() ? containing(search.trim()) : null);
