import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

const pages = ['README.md', ...filesIn('.github').filter((file) => file.endsWith('.md'))];

/** The anchors that GitHub creates for the headings of a file. */
const anchorsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('%s links only to existing files and headings', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, link, source]) => link ?? source ?? '');
  const broken = targets
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
  expect(broken).toEqual([]);
});

const workspaces = {
  contracts: ['src'],
  backend: ['src', 'demo', 'seed', 'bench', 'test'],
  frontend: ['src', 'extension', 'runner', 'e2e', 'test', 'scripts'],
};
const sources = Object.entries(workspaces).flatMap(([workspace, folders]) =>
  folders.flatMap((folder) => filesIn(join(workspace, folder))),
);

test.each(pages)('%s names only existing source files', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(([, file = '']) => file);
  const missing = named.filter(
    (name) => !existsSync(join(ROOT, name)) && !sources.some((file) => file.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});
