/** SQL for the name of a user, else their username. `user` is the alias of the table. */
export const personLabel = (user: string) =>
  `coalesce(nullif(trim(${user}.first_name || ' ' || ${user}.last_name), ''), ${user}.username)`;
