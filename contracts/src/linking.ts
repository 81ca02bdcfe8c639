import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { Page } from './pages.ts';
import { closed, dateTime, nullable, text, word } from './schema.ts';

export const LinkPageData = closed(
  {
    creator_id: text("The creator platform's id of the page"),
    name: text('Display name, may be empty'),
    username: text('Username on the creator platform, may be empty'),
    avatar_url: nullable(text(''), 'Address of the avatar'),
  },
  { description: 'The page that asked to be linked' },
);
export type LinkPageData = Static<typeof LinkPageData>;

export const LinkingData = closed({
  token_status: word(['valid'], 'The token may still be used'),
  expires_at: dateTime('When the token stops working'),
  extension_version: text('Version of the extension that asked'),
  pageData: LinkPageData,
});
export type LinkingData = Static<typeof LinkingData>;

const linkingErrors = { 404: ['linking.unknown_token'], 410: ['linking.expired_token', 'linking.used_token'] };

export const verifyLinking = defineEndpoint({
  method: 'POST',
  path: '/verify_linking',
  access: 'user',
  doc: 'Binds the device and page behind a linking token to the user; the token works once.',
  body: closed({
    token: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'Linking token, trimmed' }),
  }),
  status: 200,
  response: closed({ message: text('What happened, for people'), page: Page }),
  errors: { ...linkingErrors, 422: ['page.too_many'] },
});

export const getLinkingData = defineEndpoint({
  method: 'GET',
  path: '/get_linking_data/:token',
  access: 'public',
  doc: 'What a linking token would link.',
  params: closed({ token: Type.String({ minLength: 1, maxLength: 200, description: 'Linking token' }) }),
  status: 200,
  response: LinkingData,
  errors: linkingErrors,
});
