import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { Page } from './pages.ts';
import { closed, dateTime, filled, flag, notBlank, nullable, object, text, word } from './schema.ts';

export const LinkPageData = object('The page that asked to be linked', {
  creator_id: text("The creator platform's id of the page"),
  name: text('Display name, may be empty'),
  username: text('Username on the creator platform, may be empty'),
  avatar_url: nullable(text(''), 'Address of the avatar'),
});
export type LinkPageData = Static<typeof LinkPageData>;

export const LinkingData = closed({
  token_status: word(['valid'], 'The token may still be used'),
  expires_at: dateTime('When the token stops working'),
  extension_version: text('Version of the extension that asked'),
  pageData: LinkPageData,
});
export type LinkingData = Static<typeof LinkingData>;

export const linkingErrors = { 404: ['linking.unknown_token'], 410: ['linking.expired_token', 'linking.used_token'] };

export const linkingToken = notBlank('Linking token, trimmed', 200);
const browserName = text("Without versions: 'Chrome on Windows'; empty where that is not known");

export const LinkDescription = closed({
  pageData: LinkPageData,
  expires_at: dateTime('When the token stops working'),
  device: object('The browser that would post for the page', {
    browser: browserName,
    extension_version: text('Version of its extension'),
    asked_at: dateTime('When it asked to be linked'),
  }),
  replaces: nullable(
    closed({
      browser: browserName,
      linked_at: dateTime('When it was linked'),
      last_polled_at: nullable(dateTime(''), 'When it last asked for work; null when never'),
    }),
    "The browser that posts for this page of the user's now and would stop; null when there is none",
  ),
});
export type LinkDescription = Static<typeof LinkDescription>;

export const describeLinking = defineEndpoint({
  method: 'POST',
  path: '/describe_linking',
  rateLimit: 'link_description',
  doc: 'What a linking token would link for the user, and which browser would stop posting. It does not use up the token.',
  body: closed({ token: linkingToken }),
  response: LinkDescription,
  errors: linkingErrors,
});

export const verifyLinking = defineEndpoint({
  method: 'POST',
  path: '/verify_linking',
  doc: 'Links the device and page of a linking token to the user. A token works once.',
  body: closed({
    token: linkingToken,
    confirm_replace: Type.Optional(
      flag('The user has been told that another browser posts for this page now, and that this one takes its place'),
    ),
  }),
  changes: ['Page'],
  response: closed({ message: text('What happened, for people'), page: Page }),
  errors: { ...linkingErrors, 409: ['linking.would_replace'], 422: ['page.too_many'] },
});

export const getLinkingData = defineEndpoint({
  path: '/get_linking_data/:token',
  access: 'public',
  doc: 'The page that a linking token would link.',
  params: closed({ token: filled('Linking token', 200) }),
  response: LinkingData,
  errors: linkingErrors,
});
