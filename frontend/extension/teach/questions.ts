import type { Place } from '../shared/teachTypes.ts';

/** What a click of the person means: the link around it, the nearest button, one of many equal parts (`each`), the part itself. */
export type Target = 'link' | 'button' | 'text' | 'file' | 'control' | 'form' | 'part' | 'each' | 'address' | 'id';
/** What is before the new post, on a page that shows none. */
export const isBeforeComposer = ({ path }: Pick<Question, 'path'>): boolean =>
  path === 'composer.path' || path === 'composer.open';

export interface Question {
  /** Of the element in the site pack. */
  readonly path: string;
  readonly ask: string;
  readonly target: Target;
  readonly place: Place;
  /** The element that it is in. While that is not shown, nothing can be said of this one. */
  readonly within?: string;
  /** Where the name of the clicked element goes. */
  readonly names?: string;
  /** What a site may lack: this is removed from the pack. */
  readonly absent?: string;
  /** What the person has to do first. Without that the element is never shown. */
  readonly prerequisite?: string;
}

type Rest = Omit<Question, 'path' | 'ask' | 'target' | 'place'>;
const question =
  (place: Place) =>
  (path: string, target: Target, ask: string, rest: Rest = {}): Question => ({
    path: `${place}.${path}`,
    ask,
    target,
    place,
    ...rest,
  });
const account = question('account');
const composer = question('composer');
const feed = question('feed');

const EXPIRY = 'composer.expiry';
const SCHEDULE = 'composer.schedule';
const inExpiry = { within: `${EXPIRY}.dialog` };
const inCalendar = { within: `${SCHEDULE}.popup` };
const inPost = { within: 'feed.post' };
const PICTURE = 'choose a picture in the new post';
const NUMBER = { prerequisite: 'wait until the menu shows a number there' };

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  account('link', 'link', 'Click the link to your own profile.'),
  account('id', 'id', 'Which of these is the id of your account? It never changes.'),
  account('name', 'part', 'Click the name of your account, near that link.', { absent: 'account.name' }),
  account('avatar', 'part', 'Click the picture of your account, near that link.', { absent: 'account.avatar' }),
  account('counts.home', 'part', 'Click the number of news at Home.', { ...NUMBER, absent: 'account.counts.home' }),
  account('counts.notifications', 'part', 'Click the number of notifications.', {
    ...NUMBER,
    absent: 'account.counts.notifications',
  }),
  account('counts.messages', 'part', 'Click the number of messages.', { ...NUMBER, absent: 'account.counts.messages' }),
  account('loginForm', 'form', 'Click the form to log in.', { prerequisite: 'log out' }),

  composer('path', 'address', 'Open the page on which a new post is written or begun.'),
  composer('open', 'button', 'Click the button that opens the new post on this page.', {
    names: 'composer.open.names',
    absent: 'composer.open',
  }),
  composer('text', 'text', 'Click the text field of the new post.'),
  composer('submit.button', 'button', 'Click the button that publishes the post. It is not pressed.', {
    names: 'composer.submit.names',
  }),
  composer('image.opener', 'button', 'Click the button that adds a picture.', { absent: 'composer.image.opener' }),
  composer('image.input', 'file', 'Click the field or the button that adds a picture, or the area for dropped files.'),
  composer('root', 'form', 'Click an empty place in the form of the new post.'),
  composer('expiry.opener', 'control', 'Click what opens the list of times after which a post is deleted.', {
    absent: EXPIRY,
  }),
  composer('expiry.dialog', 'part', 'Click the list of these times.', { prerequisite: 'open that list' }),
  composer('expiry.option', 'each', 'Click the time of one day in the list.', {
    ...inExpiry,
    names: `${EXPIRY}.oneDay`,
  }),
  composer('expiry.save', 'button', 'Click the button that saves it.', { ...inExpiry, absent: `${EXPIRY}.save` }),
  composer('expiry.shown', 'part', 'Click where the form shows the chosen time.', { prerequisite: 'choose one day' }),
  composer('schedule.opener', 'control', 'Click what opens the scheduler, or the field of its time.', {
    absent: SCHEDULE,
  }),
  composer('schedule.popup', 'part', 'Click an empty place in the calendar.', { prerequisite: 'open the calendar' }),
  composer('schedule.month', 'part', 'Click the name of the month.', inCalendar),
  composer('schedule.nextMonth', 'button', 'Click the button to the next month.', inCalendar),
  composer('schedule.day', 'each', 'Click any day.', inCalendar),
  composer('schedule.timeTab', 'button', 'Click what shows the time instead of the days.', {
    ...inCalendar,
    absent: `${SCHEDULE}.timeTab`,
  }),
  composer('schedule.hour', 'each', 'Click any hour, or the list of hours.', inCalendar),
  composer('schedule.minute', 'each', 'Click any minute, or the list of minutes.', inCalendar),
  composer('schedule.half', 'each', 'Click am or pm, or their list.', {
    ...inCalendar,
    prerequisite: 'open the calendar in a language with am and pm',
    absent: `${SCHEDULE}.half`,
  }),
  composer('schedule.save', 'button', 'Click the button that saves the time.', {
    ...inCalendar,
    absent: `${SCHEDULE}.save`,
  }),
  composer('schedule.field', 'control', 'Click the field of the time.', { absent: SCHEDULE }),
  composer('schedule.shown', 'part', 'Click where the form shows the chosen time.', { prerequisite: 'choose a time' }),
  composer('image.ready', 'each', 'Click the preview of the picture.', { prerequisite: PICTURE }),
  composer('image.remove', 'button', 'Click the button that removes the picture.', {
    prerequisite: PICTURE,
    names: 'composer.image.remove.names',
    absent: 'composer.image.remove',
  }),
  composer('answer.posted', 'part', 'Click what says that the post is live.', {
    prerequisite: 'post something by hand',
    names: 'composer.answer.texts',
  }),

  feed('path', 'address', 'Open the page with your own posts.'),
  feed('post', 'each', 'Click a post, beside its text.'),
  feed('text', 'part', 'Click the text of a post.', inPost),
  feed('time', 'part', 'Click the time of a post.', inPost),
  feed('link', 'link', 'Click the link from a post to its own page.', inPost),
  feed('image', 'part', 'Click the picture of a post.', { ...inPost, prerequisite: 'post a picture' }),
  feed('more', 'button', 'Click what shows the rest of a long text.', {
    ...inPost,
    prerequisite: 'post a long text',
    absent: 'feed.more',
  }),
  feed('empty', 'part', 'Click what says that there are no posts.', {
    prerequisite: 'open a page without posts',
    absent: 'feed.empty',
  }),
];

export const questionOf = (path: string): Question | undefined => QUESTIONS.find((one) => one.path === path);
/** Where the ways of an element are: a control has them in `button`. */
export const waysPath = ({ path }: Question): string =>
  ['composer.open', 'composer.image.remove'].includes(path) ? `${path}.button` : path;
