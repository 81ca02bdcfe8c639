import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { type BuildOptions, build } from 'esbuild';
import type { Boot } from './app/boot.ts';

async function bundle(file: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'app', file)],
    bundle: true,
    write: false,
    minify: true,
    charset: 'utf8',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

async function buildAll() {
  const [script, code] = await Promise.all([
    bundle('start.tsx', { format: 'esm' }),
    bundle('server.tsx', { format: 'iife', platform: 'node', globalName: 'server' }),
  ]);
  const server = compileFunction(`${code}; return server;`, ['require'])(createRequire(import.meta.url));
  return { script, drawPage: server.drawPage as (boot: Boot) => string };
}

let built: ReturnType<typeof buildAll> | undefined;

/** The script of the site's pages, and the function that draws a page on the server. Built once. */
export const bundles = (): ReturnType<typeof buildAll> => {
  built ??= buildAll();
  return built;
};
