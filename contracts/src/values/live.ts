/** The live channel (`live.ts`). */
export const LIVE_DEVICE_PATH = '/api/extension/live';
export const LIVE_RUNNER_PATH = '/api/runner/live';
export const LIVE_USER_PATH = '/api/live';
/** A client sends a ping this often. Chrome ends an extension's worker that sends and receives nothing for 30 s. */
export const LIVE_PING_SECONDS = 20;
/** A side that receives nothing for this long closes the connection. */
export const LIVE_SILENCE_SECONDS = 50;
/** Close codes beside those of RFC 6455: the secret or the session is not valid; a newer connection of the same device replaced this one. */
export const LIVE_REFUSED = 4401;
export const LIVE_REPLACED = 4409;
