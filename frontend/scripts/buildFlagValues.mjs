/** Path in dist. The static server does not serve dotfiles. */
export const BUILD_FLAGS_FILE = '.build-flags.json';

export const readBuildFlags = (env) => ({
  mockAuth: env.VITE_MOCK_AUTH === '1' || env.VITE_MOCK_AUTH === 'true',
  botUsername: (env.VITE_BOT_USERNAME ?? '').replace(/^@/, ''),
});

/** The demo uses mock sign-in. It runs when nothing else is set. */
const isDemo = ({ AUTH_MODE, BOT_TOKEN }) => AUTH_MODE === 'mock' || (!AUTH_MODE && !BOT_TOKEN);

/** Returns `env` with the build's flags. A flag that is not set follows the server's settings. */
export function withBuildFlags(env) {
  const flags = {};
  if (isDemo(env)) flags.VITE_MOCK_AUTH = '1';
  if (env.BOT_USERNAME) flags.VITE_BOT_USERNAME = env.BOT_USERNAME;
  return { ...flags, ...env };
}
