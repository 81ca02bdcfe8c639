import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { Draft, Survey } from '../shared/teachTypes.ts';
import { PACK } from '../test/siteDocument.ts';
import { type Answer, answered, at, emptyPack, judged, nextQuestion, reopened, settle, withName } from './draft.ts';
import { QUESTIONS, type Question, questionOf } from './questions.ts';

const DRAFT: Draft = { pack: PACK, missing: [], settled: [], chosen: null };
const FOUND = Object.fromEntries(QUESTIONS.map(({ path }) => [path, 1]));
const shown = (counts: Record<string, number>, places: Survey['places'] = ['account', 'composer']): Survey => ({
  startedAtMs: 0,
  username: 'luna',
  address: '/',
  places,
  counts: { ...FOUND, ...counts },
  ids: [],
  readablePosts: null,
});
const ANSWER: Answer = { way: { testId: 'new' }, name: 'Publish', language: 'en', address: null, timeField: null };
const give = (path: string, changes: Partial<Answer> = {}, pack: Draft['pack'] = PACK) =>
  answered(pack, questionOf(path) as Question, { ...ANSWER, ...changes });

test('nothing is asked while everything is found', () => {
  const survey = shown({});
  expect(nextQuestion(judged(DRAFT, survey), survey)).toBeNull();
});

test('what is not found is asked; what is only shown later comes after it, and only then', () => {
  const survey = shown({ 'composer.submit.button': 0, 'composer.image.ready': 0 });
  const draft = judged(DRAFT, survey);
  expect(draft.missing).toEqual(['composer.submit.button', 'composer.image.ready']);
  expect(judged(DRAFT, shown({ 'composer.image.ready': 0 })).missing).toEqual([]);
  expect(nextQuestion(draft, survey)?.path).toBe('composer.submit.button');
  expect(nextQuestion(settle(draft, 'composer.submit.button'), survey)?.path).toBe('composer.image.ready');
});

test('on another page nothing is said of the new post; what was missing stays so', () => {
  const feed = shown({ 'composer.text': 0, 'composer.submit.button': 0 }, ['account', 'feed']);
  expect(judged(DRAFT, feed).missing).toEqual([]);
  expect(judged({ ...DRAFT, missing: ['composer.text'] }, feed).missing).toEqual(['composer.text']);
  expect(judged({ ...DRAFT, missing: ['composer.text'] }, shown({})).missing).toEqual([]);
});

test('parts of a popup are judged while it is open, or by the probe', () => {
  const closed = shown({ 'composer.expiry.dialog': 0, 'composer.expiry.option': 0 });
  expect(judged(DRAFT, closed).missing).toEqual([]);
  expect(judged(DRAFT, closed, ['composer.expiry.option']).missing).toContain('composer.expiry.option');
  expect(judged(DRAFT, shown({ 'composer.expiry.option': 0 })).missing).toContain('composer.expiry.option');
});

test('an answer replaces the ways, and keeps names of other languages', () => {
  const pack = give('composer.submit.button', { language: 'es', name: 'Publicar' });
  expect(at(pack, 'composer.submit')).toEqual({
    button: [{ testId: 'new' }],
    names: { en: ['Post'], es: ['Publicar'] },
  });
  expect(checkSitePack(pack)).toEqual([]);
  expect(withName({ en: ['Post'] }, 'en', 'POST')).toEqual({ en: ['POST'] });
});

test('a field of a time replaces the calendar, and what the site lacks is not asked', () => {
  const pack = give('composer.schedule.opener', { timeField: { form: '{year}-{month}-{day} {hour}:{minute}' } });
  expect(at(pack, 'composer.schedule')).toEqual({
    field: [{ testId: 'new' }],
    form: '{year}-{month}-{day} {hour}:{minute}',
  });
  expect(checkSitePack(pack)).toEqual([]);
  const survey = shown({ 'composer.schedule.day': 0 });
  expect(judged({ ...DRAFT, pack }, survey).missing).toEqual([]);
});

test('the link of the account says how profiles are addressed', () => {
  const pack = give('account.link', { address: '/@{username}' });
  expect(at(pack, 'account.profile')).toBe('/@{username}');
});

test('a way with a forbidden word is refused with a sentence', () => {
  const pack = give('composer.submit.button', { way: { testId: 'pay-now' } });
  expect(checkSitePack(pack)).toEqual(["'composer.submit.button.0' contains 'pay': such an element is never used."]);
});

test('the button that opens the new post is asked for only where none is open, and only if the try did not reach it', () => {
  const pack = give('composer.open');
  const open = { ...DRAFT, pack };
  expect(judged(open, shown({ 'composer.open': 0 })).missing).toEqual([]);
  const closed = shown({ 'composer.open': 0, 'composer.text': 0 }, ['account']);
  const draft = judged(open, closed, ['composer.open', 'composer.text']);
  expect(nextQuestion(draft, closed)?.path).toBe('composer.open');
});

test('what was found after the person opened it is not asked for again when it is closed', () => {
  const path = 'composer.expiry.dialog';
  const opened = judged({ ...DRAFT, missing: [path] }, shown({ [path]: 1 }));
  const closed = shown({ [path]: 0, 'composer.text': 0 });
  expect(nextQuestion(judged(opened, closed), closed)?.path).toBe('composer.text');
  const other = judged({ ...DRAFT, missing: [path, 'composer.text'], settled: ['composer.text'] }, closed);
  expect(nextQuestion(other, closed)?.path).toBe(path);
});

test('a field of a time is enough: nothing else of a scheduler is asked for', () => {
  const pack = give('composer.schedule.opener', { timeField: { form: null } });
  const path = 'composer.schedule.shown';
  const { [path]: _, ...counts } = shown({}).counts;
  expect(judged({ ...DRAFT, pack, missing: [path] }, { ...shown({}), counts }).missing).toEqual([]);
});

test('a try asks again for what can be looked for', () => {
  const draft = settle(settle(DRAFT, 'composer.text'), 'composer.image.ready');
  expect(reopened(draft).settled).toEqual(['composer.image.ready']);
});

test('without a pack everything that a pack must have is asked for, and the file is refused until then', () => {
  const pack = emptyPack('site.example');
  const nothing: Survey = { ...shown({}), username: null, counts: { 'account.link': 0, 'account.id': 0 } };
  const asked = judged({ ...DRAFT, pack }, nothing, ['composer.path', 'feed.path']).missing;
  expect(asked).toEqual([
    ...['account.link', 'account.id', 'account.loginForm', 'composer.path', 'composer.text', 'composer.submit.button'],
    ...['composer.image.input', 'composer.root', 'composer.image.ready', 'composer.answer.posted', 'feed.path'],
    ...['feed.post', 'feed.text', 'feed.time', 'feed.link', 'feed.image'],
  ]);
  expect(checkSitePack(pack).length).toBeGreaterThan(0);
});
