import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { BUILD_FLAGS_FILE, readBuildFlags } from './scripts/buildFlagValues.mjs';
import { chunkGroups } from './scripts/chunkGroups.ts';
import { earlyStart } from './scripts/earlyStart.ts';
import { precompress } from './scripts/precompress.ts';

const contracts = fileURLToPath(new URL('../contracts/src', import.meta.url));

/** Writes the build flags into dist. `buildIfStale.mjs` builds again when they have changed. */
const recordBuildFlags = (flags: object): Plugin => ({
  name: 'record-build-flags',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: BUILD_FLAGS_FILE, source: JSON.stringify(flags) });
  },
});

/**
 * Loads @fontsource/noto-color-emoji from its woff files, because its woff2 files paint nothing in Chromium (seen in
 * 5.3.2 with Chromium 147 and 156).
 */
const emojiFromWoff = {
  postcssPlugin: 'emoji-from-woff',
  Declaration: {
    src: (declaration: { value: string }) => {
      declaration.value = declaration.value.replace(/url\([^)]*noto-color-emoji[^)]*\.woff2\) format\('woff2'\), /, '');
    },
  },
};

export default defineConfig(({ mode }) => {
  const api = `http://127.0.0.1:${process.env.PORT || 3000}`;
  const flags = readBuildFlags(loadEnv(mode, import.meta.dirname, 'VITE_'));
  return {
    plugins: [react(), recordBuildFlags(flags), earlyStart(), precompress()],
    define: {
      __MOCK_AUTH__: JSON.stringify(flags.mockAuth),
      __BOT_USERNAME__: JSON.stringify(flags.botUsername),
    },
    resolve: { alias: { '@flyerdeck/contracts': contracts } },
    css: { postcss: { plugins: [emojiFromWoff] } },
    server: { proxy: { '/api': { target: api, ws: true }, '/extension.zip': api } },
    build: {
      target: 'es2023',
      modulePreload: { polyfill: false },
      // Data URLs in styles would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        // antd imports from the indexes of these packages, which do not say that unused modules can be left out.
        treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
        output: {
          codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false },
          // Shorter than by default: the first load contains the names of all files.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
        },
      },
    },
  };
});
