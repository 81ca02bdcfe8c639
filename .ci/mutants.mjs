import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Applies one mutant after another to the queue, credits, postings and the press, and runs the named test file. It must fail.
 *
 *     npm run test:mutants [-- PART OF A FILE'S NAME]
 *
 * Changes source files while it runs, and restores them.
 */
const CLAIM = 'backend/src/postings/claim/';
const CREDITS = 'backend/src/credits/';
const REPORT = 'backend/src/postings/report/';
const END = 'backend/src/postings/end/';
const PRESS = 'frontend/extension/content/press';
const CLAIM_TEST = `${CLAIM}claim.test.ts`;
const REPORTS_TEST = `${REPORT}reports.test.ts`;
const REFUNDS_TEST = `${REPORT}refunds.test.ts`;
const RACES_TEST = 'backend/src/postings/races.test.ts';
const FEED_TEST = 'backend/src/postings/feedChecks/feedChecks.test.ts';

/** A file, a text that it contains once, its replacement, and the test that must find it. */
const MUTANTS = [
  [`${CREDITS}needs_fee.sql`, "AND coalesce(g.paid_until, '-infinity') <= at", '', CLAIM_TEST],
  [`${CREDITS}needs_fee.sql`, 'g.unused_charge_id IS NULL AND ', '', REFUNDS_TEST],
  [`${CREDITS}pay_page_day.sql`, ' AND credits_balance >= page_day_credits()', '', CLAIM_TEST],
  [`${CREDITS}pay_page_day.sql`, ' AND is_posting_active', '', RACES_TEST],
  [`${CREDITS}charge_pages.sql`, 'unused_charge_id = e.id', 'unused_charge_id = NULL', REFUNDS_TEST],
  [`${CREDITS}renew_page_days.sql`, 'now() + page_day()', 'paid_until', REFUNDS_TEST],
  [`${CREDITS}refund_charge.sql`, ') >= max_refunds_after', ') > max_refunds_after', REFUNDS_TEST],
  [`${CREDITS}refund_charge.sql`, '(SELECT -amount FROM', '(SELECT page_day_credits() FROM', REFUNDS_TEST],
  [`${CREDITS}restore_charge.sql`, 'unused_charge_id = charge.id WHERE', 'unused_charge_id = NULL WHERE', REPORTS_TEST],
  [
    `${CREDITS}refuse_ledger_change.sql`,
    'AND erased_at IS NOT NULL',
    '',
    'backend/src/accounts/privacy/erasure.test.ts',
  ],
  [`${CREDITS}credits.service.ts`, 'fields.every((field)', 'fields.some((field)', 'backend/test/api/credits.test.ts'],
  [`${CLAIM}first_claimable.sql`, 'p.is_duplicate, p.sequence_order', 'p.sequence_order, p.is_duplicate', CLAIM_TEST],
  [`${CLAIM}first_claimable.sql`, ' AND is_running(a)', '', CLAIM_TEST],
  ['backend/src/postings/times/due_at.sql', 'ELSE p.gap_hours END', 'ELSE 0 END', CLAIM_TEST],
  [`${CLAIM}claim_posting.sql`, 'AND flight.handouts < 3', '', RACES_TEST],
  [`${CLAIM}claim_posting.sql`, 'IF flight.lease_expires_at <= now() THEN', 'IF false THEN', REPORTS_TEST],
  [
    `${CLAIM}claim_postings.sql`,
    '>= page_day_credits() * h.fees',
    '>= page_day_credits()',
    `${CLAIM}claimBatches.property.test.ts`,
  ],
  [`${CLAIM}start_claims.sql`, 'charge_id = g.unused_charge_id', 'charge_id = NULL', REFUNDS_TEST],
  [`${REPORT}report_claim.sql`, 'moved := token_fits AND ', 'moved := ', REPORTS_TEST],
  [`${REPORT}report_claim.sql`, 'PERFORM refund_charge(of_page, of_posting, posting.charge_id);', '', REFUNDS_TEST],
  [`${REPORT}report_failure.sql`, 'flight.submitting_at IS NOT NULL OR is_doubt', 'is_doubt', REPORTS_TEST],
  [
    `${REPORT}report_failure.sql`,
    'posting.expired_lease_count + 1 <',
    'posting.expired_lease_count <',
    `${REPORT}notPressed.test.ts`,
  ],
  [`${REPORT}extend_leases.sql`, ' AND f.lease_expires_at > now()', '', REPORTS_TEST],
  [`${END}end_lost_claims.sql`, 'WHEN o.expired_lease_count + 1 >=', 'WHEN o.expired_lease_count >=', REPORTS_TEST],
  [`${END}end_lost_claims.sql`, "WHEN f.submitting_at IS NOT NULL THEN 'unconfirmed'", '', REPORTS_TEST],
  [
    `${END}cancel_postings.sql`,
    'PERFORM refund_charge(charged.page_guid, charged.id, charged.charge_id);',
    'NULL;',
    REFUNDS_TEST,
  ],
  ['backend/src/postings/feedChecks/report_feed_check.sql', 'c.attempt = of_attempt AND ', '', FEED_TEST],
  [`${PRESS}.ts`, '  kept.isPressed = true;\n', '', `${PRESS}.test.ts`],
  [`${PRESS}.ts`, '  if (Date.now() > beforeMs) return { willPress: false };\n', '', `${PRESS}.test.ts`],
  [`${PRESS}.ts`, '    kept = null;\n', '', `${PRESS}.test.ts`],
];

const ROOT = path.resolve(import.meta.dirname, '..');
const passes = (test) => spawnSync('npx', ['jest', '--runTestsByPath', test], { cwd: ROOT }).status === 0;
const chosen = MUTANTS.filter(([file]) => file.includes(process.argv[2] ?? ''));
let problems = 0;
const tell = (isProblem, line) => {
  if (isProblem) problems += 1;
  process.stdout.write(`${line}\n`);
};
for (const test of new Set(chosen.map((mutant) => mutant[3])))
  if (!passes(test)) tell(true, `${test} fails without a mutant`);
for (const [file, text, instead, test] of chosen) {
  const source = path.join(ROOT, file);
  const before = readFileSync(source, 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} does not contain exactly once: ${text}`);
  try {
    writeFileSync(
      source,
      before.replace(text, () => instead),
    );
    const isFound = !passes(test);
    tell(!isFound, `${isFound ? 'found    ' : 'NOT FOUND'}  ${file}: ${text.trim()} -> ${instead.trim()}`);
  } finally {
    writeFileSync(source, before);
  }
}
process.stdout.write(`${chosen.length} mutants, ${problems} problems\n`);
process.exitCode = problems === 0 ? 0 : 1;
