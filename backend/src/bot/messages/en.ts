import { elementName, MAX_FLYER_BYTES_PER_USER } from '@flyerdeck/contracts';
import type { AlertKind, Refusal, RefusedFile, RepeatProblem } from './messageFacts.ts';
import { counter, paragraphs, shortList } from './wording.ts';

const flyers = counter('en', { one: 'flyer', other: 'flyers' });
const credits = counter('en', { one: 'credit', other: 'credits' });
const posts = counter('en', { one: 'post', other: 'posts' });
const days = counter('en', { one: 'day', other: 'days' });
const pageCount = counter('en', { one: 'page', other: 'pages' });
const list = (names: readonly string[]) => shortList(names, (count) => `and ${count} more`);

type AddedFacts = { assistant: string; added: number; total: number; refused: readonly RefusedFile[] };
type QueueFacts = {
  isPosting: boolean;
  pausedForAll: string | null;
  waiting: number;
  inProgress: number;
  completed: number;
  failed: number;
};
type SettingsFacts = { quiet: readonly [string, string] | null; digestAt: string | null; timeZone: string };
type PackMissesFacts = { version: number; pages: number; elements: readonly string[] };
type StarsFacts = { credits: number; stars: number };
type BookedFacts = { credits: number; balance: number };
type FinishFacts = {
  assistant: string;
  posted: number;
  failed: number;
  failedPages: readonly string[];
  /** Posts whose screenshot could not be made or was deleted because of its age. */
  withoutScreenshot: number;
};
type AlertFacts = { names: readonly string[]; credits: number; feeCredits: number; reason: string | null };
type ScreenshotFacts = { assistant: string; screenshots: number; withoutScreenshot: number };

const REFUSALS: Readonly<Record<Refusal, string>> = {
  too_large: 'it is larger than 10 MB',
  not_an_image: 'it is not a JPEG, PNG, WebP or GIF picture',
  damaged: 'it is damaged or too large to be opened',
  not_available: 'Telegram does not give it out any more',
  no_space: `your flyers may take up ${MAX_FLYER_BYTES_PER_USER / 1024 ** 3} GB; delete some in the app first`,
};
const SKIPPED_BECAUSE: Readonly<Record<RepeatProblem, string>> = {
  'assistant.no_targets': 'No target pages or tags are chosen.',
  'assistant.no_flyers': 'There are no flyers.',
  'assistant.no_pages': 'None of your linked pages match the chosen targets.',
  'assistant.too_many_postings': 'It would make too many postings at once.',
  'assistant.too_many': 'You have too many assistants. Delete one that has finished.',
  'assistant.paused': 'The assistant is paused. Resume it first.',
  'posting.too_many_pending': 'Too many postings are unfinished.',
  'repeat.missed': 'Flyerdeck was not running at the planned time.',
  'repeat.failed': 'There was an error in Flyerdeck. It is tried again.',
};
const refusals = (refused: readonly RefusedFile[]) =>
  refused
    .map(
      ({ position, why }) =>
        `${position === null ? 'The file' : `Number ${position} of the album`} was not taken: ${REFUSALS[why]}.`,
    )
    .join('\n');

export const en = {
  unnamed: '(Unnamed Assistant)',
  welcomeBonus: (count: number) => `Welcome! ${credits(count)} are yours to start with.`,
  start: ({ name, credits: count }: { name: string; credits: number }) =>
    paragraphs(
      `Hello${name ? `, ${name}` : ''}! I post your flyers to your pages.`,
      'Send me a picture with its text as the caption, or a whole album: each becomes a flyer of your newest assistant.',
      'Choose the pages and start the queue in the app; when an assistant has finished, I send you screenshots of the posts.',
      `Your balance: ${credits(count)}.`,
    ),
  help: paragraphs(
    'Send me pictures (as photos or files, one or an album): each becomes a flyer, its caption the text.',
    '/new NAME - a new assistant for the flyers that follow',
    '/balance - your credits',
    '/queue - how posting is going',
    '/settings - when I tell you what has stopped',
    '/privacy - your data: what is stored, download, deletion',
    '/help - this text',
  ),
  privacy: ({ screenshotDays }: { screenshotDays: number }) =>
    paragraphs(
      'I store your Telegram name and id, your pages, assistants, flyers and their texts until you delete them or your account.',
      screenshotDays > 0
        ? `Screenshots of posts are deleted after ${days(screenshotDays)}, your messages to me after 3 days, mine after 30 days.`
        : 'Your messages to me are deleted after 3 days, mine after 30 days.',
      'Only you and the admins see your data; a picture can be seen by anyone who has its address.',
      'In the app, "Privacy and data" shows everything, downloads all your data, and deletes your account.',
    ),
  notUnderstood: 'I understand pictures and commands only. /help lists them.',
  deactivated: 'Your account is deactivated. Please contact support.',
  noAccount: 'You have no account. Send /start to begin.',
  openApp: 'Open Flyerdeck',
  openAppAt: (address: string) => `Open Flyerdeck: ${address}`,
  computerLink: 'Open this on your computer to link a page:',
  newAssistantName: (date: string) => `Flyers ${date}`,
  created: (assistant: string) => `"${assistant}" is ready: send me its flyers.`,
  nameTooLong: (limit: number) => `This name is too long: at most ${limit} characters, please.`,
  tooManyAssistants: (limit: number) =>
    `You have ${limit} assistants, and there can't be more. Delete one that has finished first.`,
  balance: ({ credits: count, feeCredits, hours }: { credits: number; feeCredits: number; hours: number }) =>
    `Your balance: ${credits(count)}. ${credits(feeCredits)} buy ${hours} hours of posting to one page.`,
  queue: ({ isPosting, pausedForAll, waiting, inProgress, completed, failed }: QueueFacts) =>
    paragraphs(
      isPosting ? 'Posting is on.' : 'Posting is paused.',
      pausedForAll !== null && `Posting is paused for everybody: ${pausedForAll}`,
      waiting + inProgress + completed + failed === 0
        ? 'Nothing has been queued yet.'
        : `In the queue: ${waiting}. In progress: ${inProgress}. Completed: ${completed}. Failed: ${failed}.`,
    ),
  added: ({ assistant, added, total, refused }: AddedFacts) =>
    paragraphs(
      `Added ${flyers(added)} to "${assistant}"${added < total ? `, which has ${total} now` : ''}.`,
      refusals(refused),
    ),
  noneAdded: refusals,
  finished: ({ assistant, posted, failed, failedPages, withoutScreenshot }: FinishFacts) =>
    paragraphs(
      `"${assistant}" has finished: ${posts(posted)} made.`,
      failed > 0 && `Failed: ${posts(failed)} (${list(failedPages)}). You can retry in the app.`,
      withoutScreenshot > 0 && `Without a screenshot: ${posts(withoutScreenshot)}.`,
    ),
  screenshotsAgain: ({ assistant, screenshots: count, withoutScreenshot }: ScreenshotFacts) =>
    paragraphs(
      count > 0 ? `The screenshots of "${assistant}": ${count}.` : `There are no screenshots of "${assistant}" so far.`,
      withoutScreenshot > 0 && `Without a screenshot: ${posts(withoutScreenshot)}.`,
    ),
  alerts: {
    out_of_credits: ({ names, credits: count, feeCredits }: AlertFacts) =>
      `You are out of credits (${count} left, ${feeCredits} needed a page). Paused: ${list(names)}. Buy credits in the app, then resume.`,
    page_offline: ({ names }: AlertFacts) =>
      `Offline, with flyers waiting: ${list(names)}. Please open the browser with the extension there.`,
    page_logged_out: ({ names }: AlertFacts) =>
      `Not logged in: ${list(names)}. Nothing is posted there until you log in again in the browser of the page.`,
    page_wrong_account: ({ names }: AlertFacts) =>
      `Logged in with another account: ${list(names)}. Nothing is posted there until you log in with the account of the page.`,
    page_site_changed: ({ names }: AlertFacts) =>
      `The site pack does not fit the site: ${list(names)}. Nothing is posted there until it does. The page in the app says what is missing.`,
    page_rate_limited: ({ names }: AlertFacts) =>
      `The site limits posts: ${list(names)}. Posting there is paused and continues automatically.`,
    posting_in_doubt: ({ names }: AlertFacts) =>
      `A post may be live or not: ${list(names)}. Please look at the page, then decide in the app.`,
    repeat_skipped: ({ names, reason }: AlertFacts) =>
      paragraphs(`Not repeated: ${list(names)}.`, SKIPPED_BECAUSE[reason as RepeatProblem] ?? false),
    repeat_ended: ({ names }: AlertFacts) => `The repeat has ended: ${list(names)}. There are no further runs.`,
  } satisfies Record<AlertKind, unknown>,
  packMisses: ({ version, pages, elements }: PackMissesFacts) =>
    `Site pack ${version} does not fit ${pageCount(pages)}. Not found: ${list(elements.map(elementName)) || 'unknown'}. Site Packs in the admin area shows more.`,
  /** Times are those of the clock of `timeZone`. */
  settings: {
    text: ({ quiet, digestAt, timeZone }: SettingsFacts) =>
      paragraphs(
        digestAt
          ? `I tell you once a day at ${digestAt} what has stopped.`
          : 'I tell you at once when something has stopped.',
        quiet ? `Quiet from ${quiet[0]} until ${quiet[1]}: I write nothing about that then.` : 'No quiet hours.',
        `Times are those of ${timeZone}, as in the browser of your pages.`,
      ),
    quiet: (from: string, until: string) => `Quiet ${from}-${until}`,
    noQuiet: 'No quiet hours',
    digest: (at: string) => `Once a day at ${at}`,
    atOnce: 'At once',
  },
  actions: {
    live: 'It is live',
    not_there: 'It is not there',
    resume: 'Resume',
    resume_page: 'Resume',
    pause_repeat: 'Pause',
    retry: 'Retry',
  },
  pressed: {
    live: 'The post counts as posted.',
    not_there: 'The post is in the queue again.',
    resume: 'The assistant is resumed.',
    resume_page: 'Posting on the page is resumed.',
    pause_repeat: 'The repeat is paused. Resume it in the app.',
    retry: 'The failed posts are in the queue again.',
    over: 'Nothing was changed: this is over already.',
    refused: 'Nothing was changed: this is not possible now. Open the app to see why.',
  },
  stars: {
    help: '/buy - credits for Telegram Stars',
    commands: { buy: 'Credits for Telegram Stars', terms: 'Terms of purchases', paysupport: 'Help with a payment' },
    choose: 'Choose a package. By paying you accept the terms: /terms',
    offer: ({ credits: count, stars }: StarsFacts) => `${credits(count)}: ${stars} Stars`,
    description: (count: number) => `${credits(count)} for posting to your pages. Credits do not expire.`,
    terms: paragraphs(
      'You buy credits for posting with Flyerdeck. They are booked as soon as Telegram confirms the payment.',
      'Credits do not expire. Purchases are non-refundable.',
      'If something is wrong with a payment: /paysupport',
    ),
    support: (account: string | null) =>
      `${account === null ? 'Please contact the support' : `Please write to @${account}`}, which answers within 24-48 hours. Telegram's support cannot help with purchases from this bot.`,
    booked: ({ credits: count, balance }: BookedFacts) =>
      `Thank you! ${credits(count)} are booked. Your balance: ${credits(balance)}.`,
    refunded: ({ credits: count, balance }: BookedFacts) =>
      `Your payment was refunded, and ${credits(count)} were taken back. Your balance: ${credits(balance)}.`,
    outdated: 'This offer is no longer valid or is for another account. Nothing was charged. Send /buy to the bot.',
    unavailable: 'Payment is not possible right now. Nothing was charged. Please try again later.',
  },
  commands: {
    start: 'What this bot does',
    new: 'A new assistant: /new NAME',
    balance: 'Your credits',
    queue: 'How posting is going',
    settings: 'When I tell you what has stopped',
    privacy: 'Your data',
    help: 'What you can send',
  },
};

/** The compiler reports a language that lacks a text. */
export type Messages = typeof en;
