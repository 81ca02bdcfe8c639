import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';

/** What jsdom lacks and Node has; the real ones, so that a test's network behaves like a browser's. */
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
            // Not 'browser': packages would hand over builds that look for what only a browser has.
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
  }
}
