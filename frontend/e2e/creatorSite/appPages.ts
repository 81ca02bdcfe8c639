import path from 'node:path';
import { build } from 'esbuild';
import type { SiteKind } from './CreatorSite.ts';
import type { Language } from './words.ts';

const SCRIPTS: Readonly<Record<SiteKind, string>> = {
  classic: 'site.js',
  element: 'apps/element.ts',
};

const scripts = new Map<SiteKind, Promise<string>>();

async function bundle(kind: SiteKind): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, SCRIPTS[kind])],
    bundle: true,
    write: false,
    minify: true,
    charset: 'utf8',
  });
  return outputFiles[0]?.text ?? '';
}

/** The script of a kind of site. It is built once. */
export function appScript(kind: SiteKind): Promise<string> {
  const script = scripts.get(kind) ?? bundle(kind);
  scripts.set(kind, script);
  return script;
}

/** The document of a site that is built in the browser. */
export const appPage = (kind: SiteKind, language: Language): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>Site</title><link rel="stylesheet" href="/site.css"></head>
<body><div id="root"></div><script src="/apps/${kind}.js"></script></body></html>`;
