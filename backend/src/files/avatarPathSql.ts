/**
 * The address of a page's avatar in the web app: the image of this server that the avatar's own address names, else `getAvatar`.
 * It changes with the avatar's own address.
 */
export const avatarPathSql = (page: string) =>
  `coalesce(
    substring(${page}.avatar_url FROM '^https?://[^/?#]+(/api/get_image/[0-9a-f-]{36})([?]w=[0-9]+)?$'),
    '/api/avatars/' || ${page}.guid || '?v=' || left(md5(${page}.avatar_url), 8))`;
