/** The next sign-in ends the least recently used session. */
export const MAX_SESSIONS_PER_USER = 100;
export const SESSION_TOKEN_KEY = 'session_token';
export const TELEGRAM_ID_KEY = 'telegram_id';

export const LINKING_TOKEN_MINUTES = 15;
export const LINK_SUCCESS_REDIRECT_MS = 500;

export const NAV_BADGE_CAP = 99;
export const PREVIEW_NAV_WIDTH_PX = 64;
