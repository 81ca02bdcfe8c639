/** Mutants by file: the id of a sentence in .ci/sentences.md, a text of the file, and a replacement that breaks the sentence. */
const BY_FILE = {
  'contracts/src/values/queue.ts': [
    ['9-22', 'SNACKBAR_HIDE_MS = 4_000', 'SNACKBAR_HIDE_MS = 5_000'],
    ['4.4-02', 'QUEUE_POLL_INTERVAL_MS = 5_000', 'QUEUE_POLL_INTERVAL_MS = 6_000'],
    ['4.4-05', "failed: ['failed', 'partially_completed']", "failed: ['failed']"],
  ],
  'contracts/src/values/assistants.ts': [
    ['9-23', 'AUTOSAVE_QUIET_MS = 1_500', 'AUTOSAVE_QUIET_MS = 1_000'],
    ['4.9-08', 'SAVED_INDICATOR_MS = 1_500', 'SAVED_INDICATOR_MS = 3_000'],
    ['4.8-01', "waiting: 'Waiting to Start'", "waiting: 'Waiting To Start'"],
  ],
  'contracts/src/values/linking.ts': [['4.2-08', 'LINK_SUCCESS_REDIRECT_MS = 500', 'LINK_SUCCESS_REDIRECT_MS = 400']],
  'contracts/src/values/postings.ts': [
    ['5-27', 'POSTINGS_SEARCH_DEBOUNCE_MS = 500', 'POSTINGS_SEARCH_DEBOUNCE_MS = 100'],
    ['4.12-01', 'EXCELLENT_BELOW_MS = 10_000', 'EXCELLENT_BELOW_MS = 8_000'],
    ['9-33', 'LONG_POSTED_MS = 30_000', 'LONG_POSTED_MS = 45_000'],
  ],
  'frontend/src/lib/balanceLevel.ts': [
    ['9-12', 'credits >= BALANCE_EXCELLENT_FROM_CREDITS', 'credits > BALANCE_EXCELLENT_FROM_CREDITS'],
    ['9-14', "tone: 'danger' };", "tone: 'warning' };"],
  ],
  'frontend/src/lib/formatCredits.ts': [['9-15', '< 1000', '<= 1000']],
  'frontend/src/lib/parseResetList.ts': [['5-13', 'length >= 0', 'length > -9']],
  'frontend/src/screens/assistants/useExpandedAssistants.ts': [
    ['2.7-02', "status === 'waiting'", "status === 'paused'"],
  ],
  'frontend/src/lib/taskRules.ts': [['4.6-02', "['failed', 'partially_completed']", "['failed']"]],
  'frontend/src/screens/queue/QueueHeader.tsx': [['4.5-02', 'hasNothingToStart || isSwitchUnknown', 'isSwitchUnknown']],
  'frontend/src/screens/queue/TaskRow.tsx': [['2.8-12', '{task.sequence_order + 1}. ', '{task.sequence_order}. ']],
  'frontend/src/screens/admin/credits/adjustment.ts': [['5-22', 'Admin adjustment: ', 'Adjustment: ']],
  'frontend/src/screens/preview/PlatformNav.tsx': [
    ['2.11-08', 'preview[count] > NAV_BADGE_CAP', 'preview[count] >= NAV_BADGE_CAP'],
  ],
  'frontend/src/screens/credits/PackageList.tsx': [['9-06', 'POPULAR_INDEX = 2', 'POPULAR_INDEX = 1']],
  'frontend/src/screens/admin/user/UserSwitches.tsx': [
    ['5-23', "'You cannot remove your own admin privileges'", "'You cannot remove your admin privileges'"],
  ],
  'frontend/src/ui/StatusChip.tsx': [['4.11-03', "failed: 'danger'", "failed: 'warning'"]],
  'backend/src/credits/needs_fee.sql': [
    [
      '9-01',
      "g.unused_charge_id IS NULL AND coalesce(g.paid_until, '-infinity') <= now()",
      'g.unused_charge_id IS NULL',
    ],
  ],
  'backend/src/credits/pay_page_day.sql': [
    [
      'S2.3-1',
      'WHERE id = owner AND credits_balance >= page_day_credits() AND is_active',
      'WHERE id = owner AND is_active',
    ],
  ],
  'backend/src/postings/report_claim.sql': [
    ['S2.3-1', 'moved := token_fits AND posting.report IS NULL', 'moved := posting.report IS NULL'],
  ],
  'backend/src/postings/extend_leases.sql': [
    ['S2.3-1', 'AND f.lease_expires_at > now() AND is_wanted', 'AND is_wanted'],
  ],
  'backend/src/postings/end_lost_claims.sql': [
    [
      'S2.3-1',
      'WHEN o.expired_lease_count + 1 >= max_posting_tries()',
      'WHEN o.expired_lease_count >= max_posting_tries()',
    ],
  ],
  'frontend/extension/content/press.ts': [['S2.3-1', '  kept.isPressed = true;\n', '']],
  'backend/src/credits/refund_charge.sql': [
    ['S2.3-3', ') >= max_refunds_after_submitting()', ') > max_refunds_after_submitting()'],
  ],
  'backend/src/credits/refuse_ledger_change.sql': [
    [
      'S14.2-5',
      "'description' = to_jsonb(OLD) - 'description'\n    AND NEW.description = NEW.transaction_type",
      "'description' = to_jsonb(OLD) - 'description'",
    ],
  ],
  'backend/src/admin/audit/refuse_audit_change.sql': [['S8.4-1', 'BEFORE UPDATE OR DELETE ON', 'BEFORE UPDATE ON']],
  'backend/src/queue/first_claimable.sql': [
    [
      '2.8-12',
      'ORDER BY p.queued_at, p.is_duplicate, p.sequence_order, p.id',
      'ORDER BY p.queued_at, p.sequence_order, p.is_duplicate, p.id',
    ],
  ],
  'backend/src/queue/due_at.sql': [['2.7-09', 'ELSE p.gap_hours END', 'ELSE 0 END']],
  'backend/src/tasks/status_by_counts.sql': [
    ['4.3-06', "WHEN failed = 0 THEN 'completed'", "WHEN completed > 0 THEN 'completed'"],
  ],
  'backend/src/feedChecks/report_feed_check.sql': [
    ['S2.3-2', 'c.attempt = of_attempt AND c.proves_absence', 'c.proves_absence'],
  ],
  'frontend/extension/content/feedVerdicts.ts': [['S2.3-2', 'if (!post || others.length > 0 ||', 'if (!post ||']],
  'frontend/extension/background/finishJob.ts': [
    ['S2.3-2', "if (live !== 'absent') return postedAs(live.externalPostId);", ''],
  ],
  'backend/src/files/add_flyer_file.sql': [
    ['S5.2-3', '  PERFORM pg_advisory_xact_lock(hashtextextended(of_owner::text, 5));\n', ''],
  ],
  'backend/src/screenshots/claim_due_screenshots.sql': [
    ['S2.4-6', 'ORDER BY turn, try_after LIMIT', 'ORDER BY try_after, turn LIMIT'],
  ],
  'backend/src/sitePacks/sitePacks.query.ts': [
    ['S14.2-3', 'AND (s.owner_id IS NULL', 'AND (true OR s.owner_id IS NULL'],
  ],
  'backend/src/auth/end_sessions_of_deactivated_user.sql': [
    ['S7.4-1', 'AFTER UPDATE OF is_active ON users', 'AFTER UPDATE OF is_admin ON users'],
  ],
  'backend/src/auth/telegramProof.ts': [
    ['S6.3-2', 'WIDGET_MAX_AGE_SECONDS = 5 * 60', 'WIDGET_MAX_AGE_SECONDS = 60 * 60'],
  ],
  'backend/src/bot/telegramFailure.ts': [
    [
      'S16.5-5',
      "{ kind: 'unavailable', reason: 'the answer is not one of the Bot API', isTokenRefused: false }",
      "{ kind: 'refused', reason: 'the answer is not one of the Bot API' }",
    ],
    ['S16.5-4', 'new Set([401, 404])', 'new Set([401])'],
  ],
  'backend/src/database/schema.ts': [['S16.5-3', 'found.join() !== wanted.join()', 'found.length < wanted.length']],
  'backend/src/exports/streamCsv.query.ts': [['S1.2-2', 'const FORMULA = /^(\\s*[=', 'const FORMULA = /^([=']],
  'backend/src/files/remoteImage.ts': [['S1.3-1', "['172.16.0.0', 12]", "['172.16.0.0', 16]"]],
  'backend/src/files/files.query.ts': [
    ['S14.2-1', 'WHERE t.file_id = f.id AND a.deleted_at IS NULL)', 'WHERE t.file_id = f.id)'],
  ],
  'backend/src/http/jsonBody.ts': [
    ['S2.2-2', 'json.length && depth <= MAX_BODY_NESTING', 'json.length && depth < MAX_BODY_NESTING'],
  ],
  'backend/src/http/isOperator.ts': [['S13.4-1', ' && isLoopbackHost(headers.host)', '']],
  'backend/src/jobs/schedule.query.ts': [['S16.5-2', ') <> date_bin', ') < date_bin']],
  'backend/src/linking/linking.service.ts': [['S6.3-4', 'if (!confirmReplace && (', 'if (confirmReplace && (']],
  'backend/src/live/isAcceptedOrigin.ts': [
    ['S4.4-2', 'new URL(url).origin === origin', 'origin.startsWith(new URL(url).origin)'],
  ],
  'backend/src/pages/pages.service.ts': [
    ['S8.2-2', 'guid: Any(asked), ownerId, unlinkedAt', 'guid: Any(asked), unlinkedAt'],
  ],
  'backend/src/presets/presets.service.ts': [
    ['S8.2-2', 'db.delete(Preset, { id: presetId, ownerId })', 'db.delete(Preset, { id: presetId })'],
  ],
  'backend/src/calendar/calendar.query.ts': [
    ['S8.2-2', 'WHERE owner_id = $1 AND guid = ANY ($2::uuid[])', 'WHERE guid = ANY ($2::uuid[])'],
  ],
  'backend/src/tasks/archiveTasks.query.ts': [
    ['S8.2-2', 'WHERE owner_id = $1 AND stored_status', 'WHERE stored_status'],
  ],
  'backend/src/postings/extend_lease.sql': [
    ['S8.2-3', 'WHERE p.id = of_posting AND p.page_guid = of_page;', 'WHERE p.id = of_posting;'],
  ],
  'backend/src/http/search.ts': [['S2.4-2', "  res.once('close', cancel);\n", '']],
  'backend/src/privacy/exportLists.query.ts': [['S14.2-7', 'presets WHERE owner_id = $1 ORDER', 'presets ORDER']],
  'contracts/src/values/tasks.ts': [
    ['4.6-08', "['completed', 'failed', 'partially_completed'] as const", "['completed', 'failed'] as const"],
  ],
  'backend/src/assistants/assistants.service.ts': [
    ['4.8-13', '  const tasks = await archiveTasksOfAssistant(db, [id]);', '  const tasks: { id: string }[] = [];'],
  ],
  'backend/src/config.ts': [['S13.2-1', '&& !isLoopback(host)', "&& host === '0.0.0.0'"]],
  'contracts/src/checkSitePack.ts': [
    ['S2.2-3', '(selector.match(/:has\\(/g) ?? []).length > 1', '(selector.match(/:has\\(/g) ?? []).length > 2'],
  ],
  'frontend/extension/sites/pressable.ts': [
    ['S8.2-5', "  if (button.hasAttribute('formaction')) return 'it sends the form to another address';\n", ''],
  ],
  'frontend/extension/sites/captureStructure.ts': [['S14.2-4', '/^[a-z]{3,20}$/.test(role)', "role !== ''"]],
  'frontend/src/data/baseQuery.ts': [
    ['8.1-01', 'if (isUserCall && response.status === 401)', 'if (isUserCall && response.status === 403)'],
  ],
  'frontend/src/telegram/miniApp.ts': [
    ['S6.3-3', "given.length === 1 ? (given[0] ?? '')", "given.length > 0 ? (given[0] ?? '')"],
  ],
  'frontend/src/replay/record/Redactor.ts': [['S14.2-8', 'other.length - one.length', 'one.length - other.length']],
  'frontend/src/replay/report/makeReport.ts': [['S14.2-8', 'is_admin === true', 'is_admin === false']],
  'backend/src/credits/credits.service.ts': [['8.4-14', 'fields.every((field)', 'fields.some((field)']],
  'backend/src/assistants/assistant_status.sql': [
    ['4.8-06', 'pause_reason IS NOT NULL AND pending + posting > 0', 'pause_reason IS NOT NULL'],
  ],
  'contracts/src/problemReports.ts': [
    [
      'S14.2-8',
      "access: 'admin',\n  doc: 'A report with its action log.'",
      "access: 'user',\n  doc: 'A report with its action log.'",
    ],
  ],
};

export const MUTANTS = Object.entries(BY_FILE).flatMap(([file, mutants]) =>
  mutants.map(([id, text, instead]) => ({ id, file, text, instead })),
);
