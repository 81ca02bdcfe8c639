/** The build constants of vite.config.ts; a test that needs another value replaces it in app/webAppSettings.ts. */
const buildConstants = { __MOCK_AUTH__: false, __BOT_USERNAME__: 'flyerdeck_bot' };
/** Those of the extension, in seconds. */
const extensionConstants = { __WAITS__: { alarmSeconds: 30, siteSeconds: 20, answerSeconds: 60 } };

/** Packages that are published only as ES modules. Jest's CommonJS runtime needs them transformed. */
const ES_MODULES_ONLY = ['msw', '@mswjs', 'rettime', 'until-async', '@open-draft', '@medv', 'csv-parse'];

export default {
  displayName: 'frontend',
  testEnvironment: '<rootDir>/test/jsdomWithNetwork.mjs',
  roots: ['<rootDir>/extension', '<rootDir>/runner', '<rootDir>/src', '<rootDir>/test'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  globals: { ...buildConstants, ...extensionConstants },
  restoreMocks: true,
  moduleNameMapper: {
    // antd as one file, because Jest loads its 1,400 modules again in every test file.
    '^antd$': 'antd/dist/antd.js',
    '^@flyerdeck/contracts/(.+)$': '<rootDir>/../contracts/src/$1.ts',
    '^@flyerdeck/contracts$': '<rootDir>/../contracts/src/index.ts',
  },
  transform: {
    '\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
    '\\.css$': '<rootDir>/test/cssTransform.mjs',
    '\\.(svg|png|jpe?g|webp|woff2)$': '<rootDir>/test/assetTransform.mjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES_ONLY.join('|')})/)`],
};
