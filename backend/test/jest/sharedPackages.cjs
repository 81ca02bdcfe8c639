const { createRequire } = require('node:module');
const { isAbsolute } = require('node:path');
const WorkerRuntime = require('./workerRuntime.cjs');

/**
 * Loads packages with Node's own require, in the context that mainContext.cjs gives to tests. Each test file still has its
 * own instances of the product's modules. A mock of a package replaces it for the product's modules, not for other
 * packages.
 */
module.exports = class SharedPackagesRuntime extends WorkerRuntime {
  constructor(...given) {
    super(...given);
    this.transformer = given[3];
  }

  requireModule(from, name, ...options) {
    return this.isSharedPackage(from, name, options[0])
      ? createRequire(from)(name)
      : super.requireModule(from, name, ...options);
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
