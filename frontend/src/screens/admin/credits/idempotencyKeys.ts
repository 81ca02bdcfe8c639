import { nanoid } from '@reduxjs/toolkit';

/**
 * Returns a function that returns the idempotency key of a request. A repeated request gets the same key, so that the
 * server applies it only once. A changed request gets a new key.
 */
export function createIdempotencyKeys() {
  let lastRequest = '';
  let key = '';
  return (body: object): string => {
    const request = JSON.stringify(body);
    if (request !== lastRequest) key = nanoid();
    lastRequest = request;
    return key;
  };
}
