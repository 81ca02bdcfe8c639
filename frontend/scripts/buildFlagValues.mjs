/** Path in dist. The static server does not serve dotfiles. */
export const BUILD_FLAGS_FILE = '.build-flags.json';

export const readBuildFlags = (env) => ({
  mockAuth: env.VITE_MOCK_AUTH === '1' || env.VITE_MOCK_AUTH === 'true',
  botUsername: (env.VITE_BOT_USERNAME ?? '').replace(/^@/, ''),
});
