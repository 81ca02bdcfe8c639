/** Whether an address has to know who is there. The preview has not: it is public, and a picture must not wait for it. */
export const needsSession = (pathname: string): boolean => !/^\/screenshot-view(\/|$)/.test(pathname);
