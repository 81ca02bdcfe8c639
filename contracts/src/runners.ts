import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { DEVICE_HEALTH } from './extension.values.ts';
import { linkingErrors, linkingToken } from './linking.ts';
import { MAX_AWAKE_PAGES, MAX_RUNNERS_PER_USER, RUNNER_SILENT_MINUTES } from './runners.values.ts';
import { closed, count, dateTime, filled, flag, list, notBlank, nullable, object, text, uuid, word } from './schema.ts';

/** The program calls `/runner` with its secret, its owner `/runners`. */

const hostName = notBlank('Name of its machine', 100);
const runnerVersion = filled('Version of the runner', 40);
/** Lower case, spaces and dashes are accepted. */
const pairingCode = notBlank('The code that the runner shows', 40);

export const createRunner = defineEndpoint({
  method: 'POST',
  path: '/runner',
  access: 'public',
  rateLimit: 'link_request',
  doc: 'Creates a runner without an owner. Answers a code to show and a secret to store.',
  body: closed({ host_name: hostName, version: runnerVersion }),
  status: 201,
  response: closed({
    pairing_code: text('To be entered in the product by the owner; works once'),
    secret: text('Send as Authorization: Bearer; told only now'),
    expires_at: dateTime('When the code stops working'),
  }),
});

export const RunnerPage = object('A page whose browser is on this runner', {
  guid: uuid('Our id of the page'),
  creator_id: text("The creator platform's id of the page"),
  name: text('Display name, may be empty'),
  username: text('Username on the creator platform, may be empty'),
  health: word(DEVICE_HEALTH, 'What the extension last said of the site'),
});
export type RunnerPage = Static<typeof RunnerPage>;

export const readRunner = defineEndpoint({
  path: '/runner',
  access: 'runner',
  doc: 'What a runner should know: whether it is paired, and its pages.',
  response: closed({
    is_paired: flag('An owner has entered the code'),
    pages: list(RunnerPage, 'Pages that are linked by this runner'),
  }),
});
export type RunnerState = Static<typeof readRunner.response>;

export const addRunnerPage = defineEndpoint({
  method: 'POST',
  path: '/runner/pages',
  access: 'runner',
  doc: "Links the page of a linking token to the runner's owner. The browser with this token is on this runner.",
  body: closed({
    token: linkingToken,
    confirm_replace: Type.Optional(flag('Another browser posts for this page now, and this one takes its place')),
  }),
  status: 201,
  response: RunnerPage,
  errors: { ...linkingErrors, 409: ['linking.would_replace', 'runner.not_paired'], 422: ['page.too_many'] },
});

export const setAwakePages = defineEndpoint({
  method: 'PUT',
  path: '/runner/awake',
  access: 'runner',
  doc: 'Says which browsers of the runner are running. All others are asleep.',
  body: closed({
    guids: Type.Array(uuid('Our id of a page'), {
      maxItems: MAX_AWAKE_PAGES,
      description: 'Pages with a running browser',
    }),
  }),
});

export const Runner = object('A runner of the user', {
  id: uuid('Id of the runner'),
  host_name: text('Name of its machine'),
  version: text('Version of the runner'),
  paired_at: dateTime('When its owner entered the code'),
  last_contact_at: nullable(dateTime(''), 'When it was last connected, to the minute; null if never'),
  is_connected: flag(`Connected within the last ${RUNNER_SILENT_MINUTES} minutes`),
  pages: count('Pages whose browsers are on it'),
  awake: count('Browsers that are running'),
  logged_out: count('Pages that wait for a person: logged out, or logged in with another account'),
});
export type Runner = Static<typeof Runner>;

export const listRunners = defineEndpoint({
  path: '/runners',
  doc: "The user's runners, the one that was paired last first.",
  response: closed({ runners: Type.Array(Runner, { maxItems: MAX_RUNNERS_PER_USER, description: 'Runners' }) }),
});

export const pairRunner = defineEndpoint({
  method: 'POST',
  path: '/runners',
  rateLimit: 'link_description',
  doc: 'Says which runner shows this code. With `confirm` it pairs that runner with the user: it may link pages from now on.',
  body: closed({
    pairing_code: pairingCode,
    confirm: Type.Optional(flag('The user has been told which machine it is')),
  }),
  changes: ['Runner/LIST'],
  response: closed({
    host_name: text('Name of its machine'),
    asked_at: dateTime('When it asked to be paired'),
    is_paired: flag('Whether it is paired now'),
  }),
  errors: { 404: ['runner.unknown_code'], 422: ['runner.too_many'] },
});

export const endRunner = defineEndpoint({
  method: 'DELETE',
  path: '/runners/:id',
  doc: 'Ends a runner: its secret and the secrets of its browsers stop working. Its pages stay linked, and post nothing.',
  params: closed({ id: uuid('Id of the runner') }),
  changes: ['Runner/LIST', 'Page'],
  refetchOnFailure: ['Runner/LIST'],
  errors: { 404: ['runner.not_found'] },
});
