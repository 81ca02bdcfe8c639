import { SiteProblem, siteChanged } from '../../shared/SiteProblem.ts';
import { answerSeconds } from '../../shared/waits.ts';
import { find, need, textOf, waitFor } from '../dom.ts';
import type { NewPost, PreparedPost, PressOutcome, Site, SiteCounts, SitePage } from '../site.ts';
import { attachImage } from './attachImage.ts';
import { fillText, holdsText } from './fillText.ts';
import { pickExpiry } from './pickExpiry.ts';
import { pickSchedule } from './pickSchedule.ts';
import { ACCOUNT_ID_COOKIE, NEW_POST_PATH, SELECTORS } from './selectors.ts';

const PAGE_TIMEOUT_MS = 10_000;
const CONTROL_TIMEOUT_MS = 5_000;

async function isLoggedIn(): Promise<boolean> {
  const told = await waitFor(() => find(`${SELECTORS.accountLink}, ${SELECTORS.loginForm}`), PAGE_TIMEOUT_MS);
  if (!told) throw siteChanged('The account menu');
  return told.matches(SELECTORS.accountLink);
}

async function readPage(): Promise<SitePage> {
  const link = await need(SELECTORS.accountLink, 'The account menu', PAGE_TIMEOUT_MS);
  const creatorId = new RegExp(`(?:^|; )${ACCOUNT_ID_COOKIE}=([^;]+)`).exec(document.cookie)?.[1];
  if (!creatorId) throw siteChanged("The account's id");
  const avatar = find(SELECTORS.accountAvatar);
  return {
    creatorId: decodeURIComponent(creatorId),
    name: textOf(find(SELECTORS.accountName)),
    username: new URL((link as HTMLAnchorElement).href).pathname.slice(1),
    avatarUrl: avatar instanceof HTMLImageElement && /^https?:/.test(avatar.src) ? avatar.src : null,
  };
}

/** '99+' is 99. */
const countOf = (selector: string) => Number.parseInt(textOf(find(selector)), 10) || 0;

const readCounts = (): SiteCounts => ({
  home: countOf(SELECTORS.homeCount),
  notifications: countOf(SELECTORS.notificationsCount),
  messages: countOf(SELECTORS.messagesCount),
});

const submitButton = () => {
  const button = find(SELECTORS.submit);
  return button instanceof HTMLButtonElement && !button.disabled ? button : null;
};

async function createPost({ text, image, scheduledFor, expiresInDays }: NewPost): Promise<PreparedPost> {
  await need(SELECTORS.form, 'The new-post form', PAGE_TIMEOUT_MS);
  const field = await need(SELECTORS.text, 'The text field', CONTROL_TIMEOUT_MS);
  if (text !== '') fillText(field, text);
  if (image) await attachImage(image);
  await pickExpiry(expiresInDays);
  if (scheduledFor) await pickSchedule(scheduledFor);
  if (!(await waitFor(submitButton, CONTROL_TIMEOUT_MS))) throw siteChanged('The post button');

  let isPressed = false;
  return {
    async press() {
      if (isPressed) throw new Error('The button of this post was pressed before.');
      const button = submitButton();
      if (!button) throw siteChanged('The post button');
      if (!holdsText(field, text) || !field.isConnected) {
        throw new SiteProblem('refused', 'Somebody changed the new post before it was sent.');
      }
      isPressed = true;
      button.click();
      return answer();
    },
  };
}

async function answer(): Promise<PressOutcome> {
  const said = await waitFor(() => find(`${SELECTORS.postedNote}, ${SELECTORS.refusedNote}`), answerSeconds * 1000);
  if (!said) return { kind: 'unknown' };
  if (said.matches(SELECTORS.refusedNote)) return { kind: 'refused', message: textOf(said) };
  const [externalPostId] = new URL((said as HTMLAnchorElement).href).pathname.slice(1).split('/');
  return { kind: 'posted', externalPostId: externalPostId || null };
}

export const onlyFans: Site = { newPostPath: NEW_POST_PATH, isLoggedIn, readPage, readCounts, createPost };
