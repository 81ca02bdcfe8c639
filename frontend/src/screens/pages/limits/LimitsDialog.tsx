import { MAX_GAP_MINUTES, MAX_POSTS_LIMIT } from '@flyerdeck/contracts/pages.values';
import type { Page, PageLimits } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { useSetLimitsOfPagesMutation } from '../../../data/pages/pagesApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { sameJson } from '../../../lib/compare.ts';
import { timeZonesWith } from '../../../lib/hourClock.ts';
import { counted } from '../../../lib/numbers.ts';
import { pageName } from '../../../lib/pages.ts';
import { InputField, SelectField, TimeField } from '../../../ui/fields.tsx';
import { FailureAlert } from '../../../ui/notices.tsx';

interface LimitsDialogProps {
  readonly pages: readonly Page[];
  onClose(): void;
}

export default function LimitsDialog({ pages, onClose }: LimitsDialogProps) {
  const [first] = pages;
  const whose = first && pages.length === 1 ? pageName(first) : counted(pages.length, 'page');
  return (
    <OpenedDialog name="pages.limits.isOpen" title={`Posting limits of ${whose}`} width={560} onClosed={onClose}>
      {(close) => <LimitsForm pages={pages} onClose={close} />}
    </OpenedDialog>
  );
}

const FIELDS = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))' };

/** Plain inputs: antd's fields would split code that the Pages tab loads, whose budget has no room for that. */
function LimitsForm({ pages, onClose }: LimitsDialogProps) {
  const [save, { error, isLoading: isSaving }] = useSetLimitsOfPagesMutation();
  const [stored] = useState(() => draftOf(pages));
  const [draft, setDraft] = useUiState('pages.limits.draft', stored);
  const [isSent, setIsSent] = useUiState('pages.limits.isSent', false);
  const form = useRef<HTMLFormElement>(null);
  const timeZones = useMemo(() => timeZonesWith(stored.timeZone), [stored.timeZone]);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const limits = limitsOf(draft);
  const bind = (part: keyof LimitsDraft) => ({
    value: draft[part],
    onChange: (value: string) => setDraft((before) => ({ ...before, [part]: value })),
  });
  const apply = async (limits: PageLimits | null) => {
    const answer = await save({ body: { guids: pages.map(({ guid }) => guid), limits } });
    if (!answer.error) onClose();
  };
  return (
    <form
      ref={form}
      aria-label="Posting limits"
      className="u-grid u-shrink u-gap16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        if (typeof limits !== 'string' && !isSaving) void apply(limits);
      }}
    >
      <FailureAlert error={error} fallback="Failed to save the limits" />
      <div className="u-grid u-gap12" style={FIELDS}>
        <InputField label="Posts in 24 hours" inputMode="numeric" placeholder="Unlimited" {...bind('posts')} />
        <InputField label="Hours between posts" inputMode="numeric" placeholder="0" {...bind('gapHours')} />
        <InputField label="and minutes" inputMode="numeric" placeholder="0" {...bind('gapMinutes')} />
        <TimeField label="Post from" {...bind('from')} />
        <TimeField label="Post until" {...bind('until')} />
        <SelectField label="Time zone" options={timeZones} {...bind('timeZone')} />
      </div>
      <p className="u-flush u-muted u-small">
        {haveSameLimits(pages) ? '' : 'The selected pages have different limits. Saving replaces all of them. '}
        Empty fields are no limit. What may not be posted now waits and costs nothing. Posts that the site has scheduled
        count, and stay.
      </p>
      {isSent && typeof limits === 'string' && (
        <p role="alert" className="u-notice u-tone u-flush" data-tone="danger">
          {limits}
        </p>
      )}
      <div className="u-wrap u-gap8 u-end">
        {pages.some((page) => page.limits) && (
          <Button danger disabled={isSaving} style={{ marginInlineEnd: 'auto' }} onClick={() => apply(null)}>
            Remove limits
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          Save limits
        </Button>
      </div>
    </form>
  );
}

interface LimitsDraft {
  readonly posts: string;
  readonly gapHours: string;
  readonly gapMinutes: string;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

const haveSameLimits = (pages: readonly Page[]): boolean =>
  pages.every((page) => sameJson(page.limits, pages[0]?.limits));

/** The limits that all of the pages have, or no limits if they differ. The zone is that of the first page's browser. */
export function draftOf(pages: readonly Page[]): LimitsDraft {
  const [first] = pages;
  const limits = first && haveSameLimits(pages) ? first.limits : null;
  const gap = limits?.min_gap_minutes ?? 0;
  const shown = (count: number) => (count === 0 ? '' : String(count));
  return {
    posts: shown(limits?.max_posts_in_24_hours ?? 0),
    gapHours: shown(Math.floor(gap / 60)),
    gapMinutes: shown(gap % 60),
    from: limits?.hours?.from ?? '',
    until: limits?.hours?.until ?? '',
    timeZone: limits?.hours?.time_zone ?? first?.time_zone ?? 'UTC',
  };
}

const isCount = (typed: string) => typed === '' || /^\d{1,5}$/.test(typed);

export function limitsOf({
  posts,
  gapHours,
  gapMinutes,
  from,
  until,
  timeZone,
}: LimitsDraft): PageLimits | null | string {
  if (![posts, gapHours, gapMinutes].every(isCount)) return 'Use whole numbers.';
  const [most, gap] = [Number(posts), 60 * Number(gapHours) + Number(gapMinutes)];
  if (most > MAX_POSTS_LIMIT) return `At most ${MAX_POSTS_LIMIT.toLocaleString()} posts can be set.`;
  if (gap > MAX_GAP_MINUTES) return 'At most 7 days between posts can be set.';
  if ((from === '') !== (until === '')) return 'Set both the start and the end of the posting hours.';
  if (from !== '' && from === until) return 'The posting hours must not begin and end at the same time.';
  if (most === 0 && gap === 0 && from === '') return null;
  return {
    max_posts_in_24_hours: most || null,
    min_gap_minutes: gap || null,
    hours: from === '' ? null : { from, until, time_zone: timeZone },
  };
}
