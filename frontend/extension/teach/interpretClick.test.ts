import { PACK } from '../test/siteDocument.ts';
import { seenAt, targetOf } from './interpretClick.ts';
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

test('a button without a role is meant, not one near it or under it', () => {
  document.body.innerHTML = `<button id="emoji">:)</button><a id="under" href="/">x</a>
    <div id="post" style="cursor: pointer"><span style="cursor: pointer">Post</span></div>`;
  const [said, under] = ['span', '#under'].map((one) => document.querySelector(one) as Element);
  expect(seenAt([said, under] as Element[], ask('composer.submit.button'))).toBe(said);
  expect(targetOf(said as Element, ask('composer.submit.button'), PACK, 0).id).toBe('post');
});
