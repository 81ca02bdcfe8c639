/** A Telegram user as far as Telegram names them. */
export interface Account {
  readonly id?: string | number | null | undefined;
  readonly username?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
}

/** 'Mia Moon (@mia)'; the Telegram id where there is no username. */
export function accountName({ id, username, first_name, last_name }: Account): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  // Without a username an account carries its id in its place.
  const handle = username && username !== String(id) ? `@${username}` : `ID ${id}`;
  return name ? `${name} (${handle})` : handle;
}
