/** Whether an address needs the session. The preview does not: it is public, and a screenshot must not wait for it. */
export const needsSession = (pathname: string): boolean => !/^\/screenshot-view(\/|$)/.test(pathname);
