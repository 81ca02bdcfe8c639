const WorkerRuntime = require('../../backend/test/jest/workerRuntime.cjs');

/** Loads all packages of this worker, in the page that jsdomWithNetwork.mjs keeps. */
let packages;

/**
 * antd's styles took most of the time of a test: they are created in each test, and a query by role applies every rule
 * to every element. No test depends on them, because jsdom has no layout.
 */
function withoutStyles(runtime, { global }) {
  const replace = (name, exports) =>
    runtime.setMock(__filename, name, () => ({ ...runtime.requireActual(__filename, name), ...exports }));
  for (const name of ['@rc-component/util/lib/Dom/dynamicCSS', '@ant-design/icons/lib/cssUtils']) {
    replace(name, { updateCSS: () => global.document.createElement('style') });
  }
  for (const hook of ['useStyleRegister', 'useCSSVarRegister']) {
    replace(`@ant-design/cssinjs/lib/hooks/${hook}`, { __esModule: true, default: () => undefined });
  }
  // antd forgets its design tokens when its last component is unmounted, and took a tenth of a test to compute them again.
  const tokens = new Map();
  const keptTokens = (prefix, path, compute) => {
    const key = [prefix, ...path].join('%');
    if (!tokens.has(key)) tokens.set(key, compute());
    return tokens.get(key);
  };
  replace('@ant-design/cssinjs/lib/hooks/useGlobalCache', { __esModule: true, default: keptTokens });
  runtime.setMock(__filename, '@ant-design/cssinjs-utils/lib/util/genStyleUtils', () => ({
    __esModule: true,
    default: () => ({
      genStyleHooks: () => () => ['', ''],
      genComponentStyleHook: () => () => '',
      genSubStyleComponent: () => () => null,
    }),
  }));
}

/**
 * Loads packages once a worker instead of again for each test file, which took most of the time of a small file. Each test
 * file still has its own instances of the product's modules. Telegram's package keeps state, so each file has its own.
 */
module.exports = class SharedPackagesRuntime extends WorkerRuntime {
  constructor(...given) {
    super(...given);
    if (packages) return;
    packages = new WorkerRuntime(...given);
    withoutStyles(packages, given[1]);
  }

  requireModule(from, name, options, isActual) {
    return this.isShared(from, name, options)
      ? packages.requireModule(from, name)
      : super.requireModule(from, name, options, isActual);
  }

  isShared(from, name, options) {
    if (!name || /^[./]/.test(name) || options?.isInternalModule || this._resolution.isCoreModule(name)) return false;
    const path = this._resolution.resolveCjs(from, name);
    return path.includes('/node_modules/') && !path.includes('/@tma.js/');
  }
};
