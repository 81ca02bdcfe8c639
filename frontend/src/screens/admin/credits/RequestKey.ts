import { nanoid } from '@reduxjs/toolkit';

/**
 * The Idempotency-Key of what is sent: the same request keeps its key however often it is tried, so that one whose
 * answer was lost is never booked twice; a changed request is another one.
 */
export class RequestKey {
  private body = '';
  private key = '';

  of(request: unknown): string {
    const body = JSON.stringify(request);
    if (body !== this.body) {
      this.body = body;
      this.key = nanoid();
    }
    return this.key;
  }
}
