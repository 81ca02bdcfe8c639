import type { PressOutcome } from '../sites/site.ts';
import { keepPrepared, press, recall } from './press.ts';

const sent = jest.fn(async () => undefined);
Object.assign(globalThis, { chrome: { runtime: { sendMessage: sent } } });
const SOON = Date.now() + 60_000;
const keep = (id: string, pressed = jest.fn(async (): Promise<PressOutcome> => ({ kind: 'unknown' }))) => {
  keepPrepared(id, { press: pressed });
  return pressed;
};

test('it presses once, and a repeated request is no reason to report a failure [S2.3-1]', () => {
  const pressed = keep('a');
  expect([press('a', SOON), press('a', SOON)]).toEqual([{ willPress: true }, { willPress: true }]);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a document that does not have the post does not press', () => {
  const pressed = keep('b');
  expect(press('other', SOON)).toEqual({ willPress: false });
  expect([pressed.mock.calls.length, recall('other')]).toEqual([0, { state: 'unknown' }]);
});

test('a document that is asked whether it has pressed, and has not, never will', () => {
  const pressed = keep('d');
  expect(recall('d')).toEqual({ state: 'not_pressed' });
  expect(press('d', SOON)).toEqual({ willPress: false });
  expect(pressed).not.toHaveBeenCalled();
});

test('it does not press after the time is over, because the server may have looked for the post', () => {
  const pressed = keep('c');
  expect(press('c', Date.now() - 1)).toEqual({ willPress: false });
  expect(pressed).not.toHaveBeenCalled();
});
