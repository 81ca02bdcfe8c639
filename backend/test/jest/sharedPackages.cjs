const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, isAbsolute, join, resolve } = require('node:path');
const WorkerRuntime = require('./workerRuntime.cjs');

/** Exports of the product's modules that were loaded by this worker. The key is the path. */
const loaded = new Map();
/** The runtime of the test file that runs now. */
let current;

const ROOT = resolve(__dirname, '../../..');
const SOURCES = [join(ROOT, 'backend/src/'), join(ROOT, 'contracts/src/')];

/**
 * Loads packages, with Node's own require in the context that mainContext.cjs gives to tests, and the product's modules once a worker
 * instead of again for each test file. So a module must keep no state that a test can notice. A test file with `jest.mock` has its
 * own instances of the product's modules; a mock of a package replaces it for these, not for other packages.
 */
module.exports = class SharedPackagesRuntime extends WorkerRuntime {
  constructor(...given) {
    super(...given);
    current = this;
    this.transformer = given[3];
    this.hasMocks = readFileSync(given[6], 'utf8').includes('jest.mock(');
  }

  requireModuleOrMock(from, name) {
    // Modules that an earlier test file has loaded import some packages only when they are used.
    return loaded.has(from) && this !== current
      ? current.requireModuleOrMock(from, name)
      : super.requireModuleOrMock(from, name);
  }

  requireModule(from, name, ...options) {
    if (this.isSharedPackage(from, name, options[0])) return createRequire(from)(name);
    const path = this.pathOfSource(from, name);
    if (path === null) return super.requireModule(from, name, ...options);
    if (!loaded.has(path)) loaded.set(path, super.requireModule(from, name, ...options));
    return loaded.get(path);
  }

  /** The path of a module of the product that test files share; null for other modules. */
  pathOfSource(from, name) {
    if (this.hasMocks || !name) return null;
    const path = name === '@flyerdeck/contracts' ? join(SOURCES[1], 'index.ts') : resolve(dirname(from), name);
    const isSource = path.endsWith('.ts') && SOURCES.some((folder) => path.startsWith(folder));
    return isSource && !/\.(test|testing|fixture)\.ts$/.test(path) ? path : null;
  }

  isSharedPackage(from, name, options) {
    if (!name || /^[./]/.test(name) || options?.isInternalModule) return false;
    try {
      const path = createRequire(from).resolve(name);
      // Node's own modules have no path. Jest has to transform the packages that are ES modules only.
      return isAbsolute(path) && !this.transformer.shouldTransform(path);
    } catch {
      return false;
    }
  }
};
