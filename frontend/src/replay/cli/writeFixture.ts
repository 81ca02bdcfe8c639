import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { uiChanged } from '../../data/uiState/useUiState.ts';
import { type ActionLog, isReportFile, navigationChanged } from '../log/logFormat.ts';

interface Expectations {
  readonly shows: readonly string[];
  readonly hides: readonly string[];
  readonly holds: readonly string[];
}

interface Fixture extends Expectations {
  readonly name: string;
  readonly text: string;
  /** Number of the actions before the screen that is checked. */
  readonly position: number;
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function titleOf({ name, text }: Fixture): string {
  const file: unknown = JSON.parse(text);
  return isReportFile(file) ? file.report.sentence.replaceAll(/\s+/g, ' ') : name;
}

function testOf(fixture: Fixture): string {
  const { name, position, shows, hides, holds } = fixture;
  const expectations = [
    ...shows.map((text) => `  expect(text).toContain(${quoted(text)});`),
    ...hides.map((text) => `  expect(text).not.toContain(${quoted(text)});`),
    ...holds.map((expression) => `  expect(${expression}).toBe(true);`),
  ];
  const names = ['text', ...(holds.length > 0 ? ['state'] : [])].join(', ');
  return `import { reportedSession } from '../../../test/reportedSession.tsx';

test(${quoted(titleOf(fixture))}, async () => {
  const { ${names} } = await reportedSession(${quoted(name)}).showAt(${position});
  expect(text).not.toContain('Something went wrong.');
${expectations.length > 0 ? expectations.join('\n') : "  // Add what the screen must show: expect(text).toContain('...');"}
});
`;
}

/** The position before the user opened the dialog of the report; the end of a log without it. */
export function reportedPosition({ entries }: ActionLog): number {
  const opened = entries.findLastIndex(
    ({ action }) =>
      (navigationChanged.match(action) && /[?&]dialog=report\b/.test(action.payload.address)) ||
      (uiChanged.match(action) && action.payload.key === 'reportProblem' && action.payload.value === true),
  );
  return opened < 0 ? entries.length : opened;
}

/** Writes the log and its test. Returns the path of the test. @throws Error when one of the files exists */
export async function writeFixture(folder: string, fixture: Fixture): Promise<string> {
  await mkdir(folder, { recursive: true });
  const testFile = path.join(folder, `${fixture.name}.test.ts`);
  await writeFile(path.join(folder, `${fixture.name}.json`), fixture.text, { flag: 'wx' });
  await writeFile(testFile, testOf(fixture), { flag: 'wx' });
  return testFile;
}
