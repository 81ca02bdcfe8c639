import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';
import { CHUNKS_FILE } from './firstLoadSizes.mjs';

/** The screen that is preloaded at an address. Those of admins would be painted no earlier: they have more files than a browser requests at once. */
const ROUTES = [
  { path: '^/$', needsSession: true, sources: ['src/routes/DashboardRoute.tsx'] },
  { path: '^/auth/?$', needsSession: false, sources: ['src/screens/auth/LandingScreen.tsx'] },
  { path: '^/auth/callback/?$', needsSession: false, sources: ['src/screens/auth/AuthCallbackScreen.tsx'] },
  {
    path: '^/verify-link(/|$)',
    needsSession: false,
    sources: ['src/app/AntdTheme.tsx', 'src/screens/verifyLink/VerifyLinkScreen.tsx'],
  },
  { path: '^/screenshot-view(/|$)', needsSession: false, sources: ['src/screens/preview/PreviewScreen.tsx'] },
];
/** The font of nearly all text. */
const FONT = /inter-latin-wght-normal-.*\.woff2$/;
const FRONTEND = join(import.meta.dirname, '..');

class Chunks {
  private readonly chunks: readonly Rolldown.OutputChunk[];
  constructor(bundle: Rolldown.OutputBundle) {
    this.chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  }

  /** A source's chunk and its static imports, with their styles. */
  filesOf(source: string): readonly string[] {
    const chunk = this.chunks.find(({ moduleIds }) => moduleIds.includes(join(FRONTEND, source)));
    if (!chunk) throw new Error(`The build has no ${source}.`);
    const files = new Set<string>();
    const collect = (name: string) => {
      const imported = this.chunks.find(({ fileName }) => fileName === name);
      if (!imported || files.has(name)) return;
      files.add(name);
      for (const style of imported.viteMetadata?.importedCss ?? []) files.add(style);
      imported.imports.forEach(collect);
    };
    collect(chunk.fileName);
    return [...files];
  }

  /** For scripts/firstLoadSizes.mjs. */
  toJson(): string {
    const entries = this.chunks.map(({ fileName, imports, moduleIds }) => [
      fileName,
      {
        imports,
        sources: moduleIds
          .filter((id) => id.startsWith(join(FRONTEND, 'src')))
          .map((id) => id.slice(FRONTEND.length + 1)),
      },
    ]);
    return JSON.stringify(Object.fromEntries(entries));
  }
}

/** Adds src/earlyStart.ts as an inline script. The server allows it by its hash (securityHeaders.ts). */
export const earlyStart = (): Plugin => ({
  name: 'early-start',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: CHUNKS_FILE, source: new Chunks(bundle).toJson() });
    },
  },
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const chunks = new Chunks(bundle);
      const entry = chunks.filesOf('src/main.tsx');
      const files: string[] = [];
      const indexOf = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
      const routes = ROUTES.map(({ sources, ...route }) => ({
        ...route,
        files: [...new Set(sources.flatMap((source) => chunks.filesOf(source)))]
          .filter((file) => !entry.includes(file))
          .map((file) => indexOf(`/${file}`)),
      }));
      const { outputFiles } = await build({
        entryPoints: [join(FRONTEND, 'src/earlyStart.ts')],
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2023',
        alias: { '@flyerdeck/contracts': join(FRONTEND, '../contracts/src') },
        define: { __FILES__: JSON.stringify(files), __ROUTES__: JSON.stringify(routes) },
      });
      const script = `<script>${outputFiles[0]?.text.trim()}</script>`;
      const font = Object.keys(bundle).find((file) => FONT.test(file));
      const fontLink = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" />`;
      return html.replace(/<script type="module"/, (found) => `${script}\n    ${fontLink}\n    ${found}`);
    },
  },
});
