/** A random id of this document, at most 16 characters. The server sends it no hints of the calls that have the id in X-Live-Tab. */
export const TAB_ID = Math.random().toString(36).slice(0, 16);
