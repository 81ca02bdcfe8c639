import { errorSentence, isSignedOutError, publicErrorMessage } from './apiError.ts';

const refused = { status: 409, message: 'API request failed with status 409: {}', error: 'Not now.', code: 'x' };
const bare = { status: 502, message: 'API request failed with status 502' };

test('the message is the error of the server, or the fallback without one', () => {
  expect(errorSentence(refused, 'Failed to fetch pages')).toBe('Not now.');
  expect(errorSentence(bare, 'Failed to fetch pages')).toBe('Failed to fetch pages');
  expect(errorSentence({ ...bare, error: '' }, 'Failed to fetch pages')).toBe('Failed to fetch pages');
  expect(errorSentence(undefined, 'Failed to fetch pages')).toBe('Failed to fetch pages');
});

test('public screens show the status when there is no error of the server', () => {
  expect(publicErrorMessage(refused)).toBe('Not now.');
  expect(publicErrorMessage(bare)).toBe('HTTP error! status: 502');
  expect(publicErrorMessage({ status: 0, message: 'Failed to fetch' })).toBe('Failed to fetch');
});

test('only the errors of a signed-out user count as signed out', () => {
  expect(isSignedOutError({ status: 401, message: 'Unauthorized', error: 'Sign in again.' })).toBe(true);
  expect(isSignedOutError({ status: 401, message: 'Not authenticated' })).toBe(true);
  expect(isSignedOutError(refused)).toBe(false);
  expect(isSignedOutError(undefined)).toBe(false);
});
