import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Runs all rules of axe, including WCAG 2.2's target size, which is off by default. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Outside of legacy mode axe opens a tab for each check, which takes a third of the time and is only needed for
  // frames.
  const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  builder.options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] });
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
}
