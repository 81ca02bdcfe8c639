import { AUTH_FAILED, authErrorOf, INVALID_AUTH_DATA } from './authErrors.ts';

describe('authErrorOf', () => {
  it.each([INVALID_AUTH_DATA, AUTH_FAILED])('finds %p in the state of the navigation', (error) => {
    expect(authErrorOf({ state: { error }, search: '' })).toBe(error);
  });

  it.each([INVALID_AUTH_DATA, AUTH_FAILED])('finds %p in the query', (error) => {
    expect(authErrorOf({ state: null, search: `?error=${encodeURIComponent(error)}` })).toBe(error);
  });

  it('finds nothing in a plain visit', () => {
    expect(authErrorOf({ state: null, search: '' })).toBeNull();
  });

  it("does not repeat a stranger's words from a link", () => {
    expect(authErrorOf({ state: null, search: '?error=Call%20555-0100%20to%20restore%20your%20account' })).toBeNull();
  });
});
