/** The next sign-in ends the least recently used session. */
export const MAX_SESSIONS_PER_USER = 100;
export const SESSION_TOKEN_KEY = 'session_token';
export const TELEGRAM_ID_KEY = 'telegram_id';
