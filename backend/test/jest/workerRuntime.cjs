const { AsyncLocalStorage } = require('node:async_hooks');
const { compileFunction, isContext } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Compiled modules of this worker by path, for each context: Node's own, and that of the web app's tests. */
const contexts = new Map();

/**
 * Runs many test files in one worker. Compiles each module once a worker instead of again for each test file, and disables
 * the stores for asynchronous contexts of a file at its end: up to Node 22 each promise costs time for each store of
 * the process, and Jest makes one for each file.
 */
module.exports = class WorkerRuntime extends Runtime {
  #stores = [];

  constructor(...given) {
    super(...given);
    const { executor } = this;
    const parsingContext = [given[1].getVmContext()].find(isContext);
    const compiled = contexts.get(parsingContext) ?? new Map();
    contexts.set(parsingContext, compiled);
    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, executor.injectedModuleParameters, { filename, parsingContext });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, name, ...options) {
    const required = super.requireModule(from, name, ...options);
    if (required?.AsyncLocalStorage !== AsyncLocalStorage) return required;
    const stores = this.#stores;
    return {
      ...required,
      AsyncLocalStorage: class extends AsyncLocalStorage {
        constructor(...settings) {
          super(...settings);
          stores.push(this);
        }
      },
    };
  }

  teardown() {
    super.teardown();
    for (const store of this.#stores) store.disable();
  }
};
