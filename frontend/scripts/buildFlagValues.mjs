/** Relative to dist; a dotfile, so that the static server keeps it to itself. */
export const BUILD_FLAGS_FILE = '.build-flags.json';

export const readBuildFlags = (env) => ({
  mockAuth: env.VITE_MOCK_AUTH === '1' || env.VITE_MOCK_AUTH === 'true',
  botUsername: (env.VITE_BOT_USERNAME ?? '').replace(/^@/, ''),
});

/** The demo signs in by name alone: it is what runs with no settings at all. */
const isDemo = ({ AUTH_MODE, BOT_TOKEN }) => AUTH_MODE === 'mock' || (!AUTH_MODE && !BOT_TOKEN);

/** The environment of a build for the server that runs with `env`: flags that are not set follow the server's settings. */
export function withBuildFlags(env) {
  const flags = {};
  if (isDemo(env)) flags.VITE_MOCK_AUTH = '1';
  if (env.BOT_USERNAME) flags.VITE_BOT_USERNAME = env.BOT_USERNAME;
  return { ...flags, ...env };
}
