import { AUTH_FAILED, authErrorOf, INVALID_AUTH_DATA } from './authErrors.ts';

describe('authErrorOf', () => {
  it.each([INVALID_AUTH_DATA, AUTH_FAILED])('returns %p from the navigation state', (error) => {
    expect(authErrorOf({ state: { error }, search: '' })).toBe(error);
  });

  it.each([INVALID_AUTH_DATA, AUTH_FAILED])('returns %p from the query string', (error) => {
    expect(authErrorOf({ state: null, search: `?error=${encodeURIComponent(error)}` })).toBe(error);
  });

  it('returns null without an error', () => {
    expect(authErrorOf({ state: null, search: '' })).toBeNull();
  });

  it('returns null for an unknown text in the query string', () => {
    expect(authErrorOf({ state: null, search: '?error=Call%20555-0100%20to%20restore%20your%20account' })).toBeNull();
  });
});
