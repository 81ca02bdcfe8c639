/** An address as Telegram opens it: its parameters are in the hash. */
export const miniAppAddress = (address: string, user?: object): string => {
  const initData = user ? `user=${encodeURIComponent(JSON.stringify(user))}&auth_date=1&hash=abc` : '';
  return `${address}#tgWebAppVersion=8.0&tgWebAppPlatform=web&tgWebAppData=${encodeURIComponent(initData)}`;
};
