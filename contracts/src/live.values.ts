export const LIVE_DEVICE_PATH = '/api/extension/live';
export const LIVE_RUNNER_PATH = '/api/runner/live';
export const LIVE_USER_PATH = '/api/live';
/** Chrome ends an extension's worker that sends and receives nothing for 30 s. */
export const LIVE_PING_SECONDS = 20;
/** Then the side that receives nothing closes the connection. */
export const LIVE_SILENCE_SECONDS = 50;
/** 4401: the secret or session is not valid; 4409: a newer connection of the same device. */
export const LIVE_REFUSED = 4401;
export const LIVE_REPLACED = 4409;
