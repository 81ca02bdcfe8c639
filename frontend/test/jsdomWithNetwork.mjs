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

/** A page that is after each test file as it was before. */
class JsdomWithNetwork extends JsdomEnvironment {
  #listeners = [];
  #own;
  #elements;

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
    for (const name of FROM_NODE) {
      if (globalThis[name] === undefined) throw new Error(`This Node has no ${name}.`);
      this.global[name] = globalThis[name];
    }
    // jsdom's is slow, and each request needs it several times. A subclass, so that a replaced method stays in its file.
    this.global.URL = class URL extends globalThis.URL {};
    this.global.URLSearchParams = globalThis.URLSearchParams;
    // React's scheduler calls it for each piece of work, and jsdom's is slow.
    const startedAt = performance.now();
    this.global.performance.now = () => performance.now() - startedAt;
    // Reflect.ownKeys does not list jsdom's classes. Those that msw replaces have to be restored, not deleted.
    for (const name of ['XMLHttpRequest', 'WebSocket']) {
      Object.defineProperty(this.global, name, { value: this.global[name], enumerable: true });
    }
    // React's scheduler takes it at load. A timer could be replaced or cleared while the scheduler waits for it.
    this.global.setImmediate = setImmediate;
    // The time zone of dates, until the end of the test file. Only Node's own `process` can change it.
    this.global.setTimeZone = (zone) => {
      process.env.TZ = zone;
    };
    const { documentElement, head, body } = this.global.document;
    this.#elements = [documentElement, head, body];
    this.#recordListeners(this.global);
    this.#recordListeners(this.global.document);
    this.#own = [
      this.global,
      this.global.document,
      this.global.HTMLElement.prototype,
      this.global.Element.prototype,
      this.global.URL,
    ].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
  }

  async teardown() {
    const { global } = this;
    this.fakeTimersModern.useRealTimers();
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
    for (const [target, listener] of [...this.#listeners]) target.removeEventListener(...listener);
    // A new number is higher than all before it.
    for (let timer = global.setTimeout(() => {}); timer > 0; timer -= 1) global.clearTimeout(timer);
    for (let frame = global.requestAnimationFrame(() => {}); frame > 0; frame -= 1) global.cancelAnimationFrame(frame);
    const [root, head, body] = this.#elements;
    root.replaceChildren(head, body);
    for (const element of [root, head, body]) {
      for (const { name } of [...element.attributes]) element.removeAttribute(name);
      if (element !== root) element.replaceChildren();
    }
    global.history.replaceState(null, '', '/');
    global.localStorage.clear();
    global.sessionStorage.clear();
    for (const [object, before] of this.#own) restore(object, before);
  }

  logTo(console) {
    this.dom.virtualConsole.removeAllListeners('jsdomError').on('jsdomError', (error) => console.error(error));
  }

  #recordListeners(target) {
    const add = target.addEventListener;
    const remove = target.removeEventListener;
    target.addEventListener = (...listener) => {
      this.#listeners.push([target, listener]);
      add.apply(target, listener);
    };
    target.removeEventListener = (type, callback, options) => {
      this.#listeners = this.#listeners.filter(
        ([of, [ofType, ofCallback]]) => of !== target || ofType !== type || ofCallback !== callback,
      );
      remove.call(target, type, callback, options);
    };
  }
}

/** Packages keep their state under symbols of the global object. */
function restore(object, before) {
  for (const key of Reflect.ownKeys(object)) {
    if (Object.hasOwn(before, key) || (typeof key === 'symbol' && object === object.window)) continue;
    Reflect.deleteProperty(object, key);
  }
  for (const key of Reflect.ownKeys(before)) {
    const { value, get, configurable } = before[key];
    const now = Object.getOwnPropertyDescriptor(object, key);
    if (configurable && (now?.value !== value || now?.get !== get)) Object.defineProperty(object, key, before[key]);
  }
}

let kept;

/** One page for all test files of a worker, because sharedPackages.cjs loads the packages in it once. */
export default function keptPage(config, context) {
  kept ??= new JsdomWithNetwork(config, context);
  kept.logTo(context.console);
  return kept;
}
