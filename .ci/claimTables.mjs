import { readFileSync } from 'node:fs';

/**
 * Parses Markdown tables into { chapter, claim, shownBy, tests }. `tests` are the tests in the last cell as { file, name }:
 * `file` "name", separated by semicolons. A vertical line in a cell is written with a backslash.
 */
export function claimsOf(tables) {
  return tables
    .flatMap((table) => readFileSync(table, 'utf8').split('\n'))
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [, chapter, claim, shownBy = ''] = cells;
      const tests = [...shownBy.matchAll(/`([^`]+)` "(.+?)"(?=; `|$)/g)].map(([, file, name]) => ({ file, name }));
      return { chapter, claim, shownBy, tests };
    });
}
