import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const pageIn = (report: string) => report.split('# Page snapshot')[1]?.split('# Test source')[0] ?? '';

/** Prints the page of a failed test, for readers who have the log only. */
export default class FailedPages implements Reporter {
  onTestEnd(test: TestCase, { attachments }: TestResult): void {
    for (const { name, path } of attachments) {
      if (name === 'error-context' && path)
        process.stdout.write(`${test.title}\n${pageIn(readFileSync(path, 'utf8'))}\n`);
    }
  }
}
