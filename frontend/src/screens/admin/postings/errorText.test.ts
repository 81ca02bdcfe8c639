import { errorText } from './PostingDetail.tsx';

test.each([
  [null, null],
  [undefined, null],
  ['', null],
  ['The site asked for a captcha.', 'The site asked for a captcha.'],
  [{ message: 'Logged out.', code: 7 }, 'Logged out.'],
  [{ code: 7 }, '{"code":7}'],
])('the error %j is shown as %j', (error, text) => {
  expect(errorText(error)).toBe(text);
});
