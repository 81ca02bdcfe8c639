import { test } from './extensionStory.ts';
import { PROOF_SCENARIOS, proveScenario } from './proofScenarios.ts';

/** Of the second posting the site says nothing useful, in the scenarios that have such. */
const POSTINGS = 2;

for (const scenario of PROOF_SCENARIOS) {
  test(`on a site with ${scenario.name}, each flyer is posted once, and none is said to be posted that is not [S2.3-2]`, async ({
    story,
  }) => {
    test.setTimeout(600_000);
    await proveScenario(story, scenario, POSTINGS);
  });
}
