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

export default class JsdomWithNetwork extends JsdomEnvironment {
  constructor(config, context) {
    super(
      {
        ...config,
        projectConfig: {
          ...config.projectConfig,
          testEnvironmentOptions: {
            url: 'http://localhost/',
            // Without 'browser', because browser builds of packages need more than jsdom has.
            customExportConditions: [''],
            ...config.projectConfig.testEnvironmentOptions,
          },
        },
      },
      context,
    );
  }

  async setup() {
    await super.setup();
    for (const name of FROM_NODE) {
      if (globalThis[name] === undefined) throw new Error(`This Node has no ${name}.`);
      this.global[name] = globalThis[name];
    }
    // jsdom's is slow, and each request needs it several times. A subclass, so that a replaced method stays in its file.
    this.global.URL = class URL extends globalThis.URL {};
    this.global.URLSearchParams = globalThis.URLSearchParams;
  }
}
