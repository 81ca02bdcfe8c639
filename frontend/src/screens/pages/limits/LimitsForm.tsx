import type { Page, PageLimits } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { useTimeZones } from '../../../lib/useTimeZones.ts';
import fields from '../../../ui/fields.module.css';
import { InputField, SelectField } from '../../../ui/LabelledFields.tsx';
import styles from './LimitsForm.module.css';
import { draftOf, haveSameLimits, type LimitsDraft, limitsOf } from './limitsDraft.ts';

interface LimitsFormProps {
  readonly pages: readonly Page[];
  readonly isSaving: boolean;
  onApply(limits: PageLimits | null): void;
  onCancel(): void;
}

/**
 * The posting limits of one page or of several. An empty field is no limit.
 * Plain inputs: antd's fields would split code that the Pages tab and the admin screens load, although this form is
 * loaded when it opens. The budget of the Pages tab has no room for that.
 */
export function LimitsForm({ pages, isSaving, onApply, onCancel }: LimitsFormProps) {
  const [stored] = useState(() => draftOf(pages));
  const [draft, setDraft] = useUiState('pages.limits.draft', stored);
  const [isSent, setIsSent] = useUiState('pages.limits.isSent', false);
  const form = useRef<HTMLFormElement>(null);
  const timeZones = useTimeZones(stored.timeZone);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const limits = limitsOf(draft);
  const bind = (part: keyof LimitsDraft) => ({
    value: draft[part],
    onChange: (value: string) => setDraft((before) => ({ ...before, [part]: value })),
  });
  return (
    <form
      ref={form}
      aria-label="Posting limits"
      className="u-grid u-shrink u-gap16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        if (typeof limits !== 'string' && !isSaving) onApply(limits);
      }}
    >
      <div className={styles.fields}>
        <InputField label="Posts in 24 hours" inputMode="numeric" placeholder="Unlimited" {...bind('posts')} />
        <InputField label="Hours between posts" inputMode="numeric" placeholder="0" {...bind('gapHours')} />
        <InputField label="and minutes" inputMode="numeric" placeholder="0" {...bind('gapMinutes')} />
        <InputField label="Post from" type="time" {...bind('from')} />
        <InputField label="Post until" type="time" {...bind('until')} />
        <SelectField label="Time zone" options={timeZones} {...bind('timeZone')} />
      </div>
      <p className={fields.hint}>
        {haveSameLimits(pages) ? '' : 'The selected pages have different limits. Saving replaces all of them. '}
        Empty fields are no limit. A posting that has no permitted time now waits, and costs nothing until it is posted.
        Posts that the site has scheduled count, and stay as they are.
      </p>
      {isSent && typeof limits === 'string' && (
        <p role="alert" className="u-notice u-tone u-flush" data-tone="danger">
          {limits}
        </p>
      )}
      <div className="u-wrap u-gap8 u-end">
        {pages.some((page) => page.limits) && (
          <Button danger disabled={isSaving} className={styles.remove ?? ''} onClick={() => onApply(null)}>
            Remove limits
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          Save limits
        </Button>
      </div>
    </form>
  );
}
