const compileToCommonJs = [
  '@swc/jest',
  {
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      // As tsconfig.json has them, so that tests see the entities that the product sees.
      transform: { legacyDecorator: true, useDefineForClassFields: false },
    },
  },
];

// Packages that come as ES modules only; Jest's require cannot load those as they are.
const esmOnlyPackages = [
  '@flyerdeck',
  '@tma\\.js/types',
  'p-limit',
  'yocto-queue',
  'openid-client',
  'oauth4webapi',
  'jose',
  'oidc-provider',
];

export default {
  displayName: 'backend',
  testEnvironment: 'node',
  // Files named *.long.test.ts run in npm run test:long only.
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.STORY_SECONDS ? [] : ['\\.long\\.test\\.ts$'])],
  roots: ['<rootDir>/src', '<rootDir>/demo', '<rootDir>/seed', '<rootDir>/test'],
  transform: { '^.+\\.[jt]sx?$': compileToCommonJs },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnlyPackages.join('|')})/)`],
  // The contracts' sources, so that tests never run against an old build of them.
  moduleNameMapper: { '^@flyerdeck/contracts$': '<rootDir>/../contracts/src/index.ts' },
  setupFiles: ['<rootDir>/test/typescriptInChildren.ts'],
  globalSetup: '<rootDir>/test/globalSetup.ts',
  globalTeardown: '<rootDir>/test/globalTeardown.ts',
};
