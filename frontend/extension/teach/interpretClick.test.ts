import { seenAt } from './interpretClick.ts';
import { type Question, questionOf } from './questions.ts';

const ask = (path: string) => questionOf(path) as Question;

test('what a dialog covers is meant if only that can be the answer', () => {
  document.body.innerHTML = '<nav><a href="/luna"><b>Luna</b></a></nav><div id="backdrop"></div>';
  const [backdrop, name] = ['#backdrop', 'b'].map((one) => document.querySelector(one) as Element);
  const stack = [backdrop, name, document.body] as Element[];
  expect(seenAt(stack, ask('account.link'))).toBe(name);
  expect(seenAt(stack, ask('composer.text'))).toBe(backdrop);
  expect(seenAt(stack, ask('composer.root'))).toBe(backdrop);
});
