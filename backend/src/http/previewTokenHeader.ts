/** The header in which the worker's browser sends the token of a pending screenshot. */
export const PREVIEW_TOKEN_HEADER = 'X-Preview-Token';
