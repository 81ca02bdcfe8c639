const { createRequire } = require('node:module');
const { isAbsolute } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Compiled modules of this worker. The key is the path. */
const compiled = new Map();

/**
 * Loads packages with Node's own require, and compiles the product's modules, once a worker instead of again for each test file.
 * Each test file still has its own instances of the product's modules. A mock of a package replaces it for the product's modules,
 * not for other packages.
 */
module.exports = class SharedPackagesRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    this.transformer = given[3];
    const { executor } = this;
    // Jest would compile for the context of its environment; see mainContext.cjs.
    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, executor.injectedModuleParameters, { filename });
      compiled.set(filename, { source, run });
      return run;
    };
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
