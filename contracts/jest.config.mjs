import { BUNDLED } from '../backend/test/bundlePackage.mjs';

export default {
  displayName: 'contracts',
  testEnvironment: 'node',
  roots: ['<rootDir>/src'],
  transform: {
    [`/node_modules/${BUNDLED}`]: '<rootDir>/../backend/test/bundlePackage.mjs',
    '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!${BUNDLED})`],
};
