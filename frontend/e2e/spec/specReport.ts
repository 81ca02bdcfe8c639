import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { ROW_KINDS } from './rowKinds.ts';

/** Says at the end how many of the spec's sentences have a row, and why some can not be tested. */
export default class SpecReport implements Reporter {
  /** By the test's id. */
  private readonly byTest = new Map<string, { kind: string; why: string; title: string; passed: boolean }>();

  printsToStdio() {
    return false;
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const row = test.annotations.find(({ type }) => ROW_KINDS.some((kind) => kind === type));
    if (!row) return;
    const title = test.titlePath().slice(-2).join(': ');
    const passed = result.status === 'passed';
    this.byTest.set(test.id, { kind: row.type, why: row.description ?? '', title, passed });
  }

  onEnd() {
    const rows = [...this.byTest.values()];
    if (rows.length === 0) return;
    const passed = rows.filter((row) => row.passed).length;
    const lines = [`\nThe spec's sentences: ${rows.length} rows, ${passed} passed`];
    for (const kind of ROW_KINDS) {
      lines.push(`  ${rows.filter((row) => row.kind === kind).length} ${kind}`);
    }
    for (const { title, why } of rows.filter((row) => row.kind === 'not testable')) {
      lines.push(`    ${title}\n      ${why}`);
    }
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}
