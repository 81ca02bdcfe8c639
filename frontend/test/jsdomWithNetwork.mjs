import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';

/** Node's own network classes, which jsdom lacks. */
const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'File',
  'Blob',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'TextEncoder',
  'TextDecoder',
  'BroadcastChannel',
  'AbortController',
  'AbortSignal',
  'structuredClone',
];

const { TZ } = process.env;

export default class JsdomWithNetwork extends JsdomEnvironment {
  constructor(config, context) {
    const testEnvironmentOptions = {
      url: 'http://localhost/',
      // Without 'browser', because browser builds of packages need more than jsdom has.
      customExportConditions: [''],
      ...config.projectConfig.testEnvironmentOptions,
    };
    super({ ...config, projectConfig: { ...config.projectConfig, testEnvironmentOptions } }, context);
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    // React's scheduler takes it at load. A timer could be replaced or cleared while the scheduler waits for it.
    this.global.setImmediate = setImmediate;
    // The time zone of dates, until the end of the test file. Only Node's own `process` can change it.
    this.global.setTimeZone = (zone) => {
      process.env.TZ = zone;
    };
  }

  async teardown() {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
    await super.teardown();
  }
}
