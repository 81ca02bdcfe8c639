const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { getMetadataArgsStorage } = require('typeorm');

// A global, in which entities are registered when their modules are loaded. It must exist before the first test file.
getMetadataArgsStorage();

/**
 * Runs tests in Node's main context, in which sharedPackages.cjs loads the packages, so that both have the same Error and Date.
 * Restores after each test file what it may have changed.
 */
module.exports = class MainContextEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #env = { ...process.env };
  #exit = process.exit;
  #listeners = new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]));

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions = () => ['node', 'node-addons'];
  // Jest checks that there is one.
  getVmContext = () => globalThis;

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!Object.hasOwn(this.#globals, key)) Reflect.deleteProperty(globalThis, key);
    }
    for (const key of Reflect.ownKeys(this.#globals)) {
      const { [key]: before } = this.#globals;
      if (before.configurable) Object.defineProperty(globalThis, key, before);
    }
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(this.#env, name)) delete process.env[name];
    Object.assign(process.env, this.#env);
    process.exit = this.#exit;
    for (const event of process.eventNames()) {
      // Child processes of a failed test are killed at the exit.
      if (event === 'exit') continue;
      const before = this.#listeners.get(event) ?? [];
      for (const listener of process.rawListeners(event)) {
        if (!before.includes(listener)) process.off(event, listener);
      }
    }
  }
};
