import type { Page, PageLimits } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import fields from '../../../ui/fields.module.css';
import styles from './LimitsForm.module.css';
import { draftOf, haveSameLimits, type LimitsDraft, limitsOf } from './limitsDraft.ts';

interface LimitsFormProps {
  readonly pages: readonly Page[];
  onApply(limits: PageLimits | null): void;
  onCancel(): void;
}

interface FieldProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** The posting limits of one page or of several. An empty field is no limit. */
export function LimitsForm({ pages, onApply, onCancel }: LimitsFormProps) {
  const [draft, setDraft] = useState(() => draftOf(pages));
  const [isSent, setIsSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const zonesId = useId();
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const limits = limitsOf(draft);
  const field =
    (name: keyof LimitsDraft, type: 'text' | 'time' | 'numeric', placeholder = '') =>
    (id: string) => (
      <input
        id={id}
        type={type === 'time' ? 'time' : 'text'}
        {...(type === 'numeric' && { inputMode: 'numeric' as const })}
        {...(name === 'timeZone' && { list: zonesId })}
        className={fields.input}
        value={draft[name]}
        placeholder={placeholder}
        onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      />
    );
  return (
    <form
      ref={form}
      aria-label="Posting limits"
      className="u-grid u-shrink u-gap12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        if (typeof limits !== 'string') onApply(limits);
      }}
    >
      <div className={styles.fields}>
        <Field label="Posts in 24 hours">{field('posts', 'numeric', 'Unlimited')}</Field>
        <Field label="Hours between posts">{field('gapHours', 'numeric', '0')}</Field>
        <Field label="and minutes between">{field('gapMinutes', 'numeric', '0')}</Field>
        <Field label="Post from">{field('from', 'time')}</Field>
        <Field label="Post until">{field('until', 'time')}</Field>
        <Field label="Time zone">{field('timeZone', 'text')}</Field>
      </div>
      <datalist id={zonesId}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <p className={fields.hint}>
        {haveSameLimits(pages) ? '' : 'The selected pages have different limits. Saving replaces all of them. '}
        Empty fields are no limit. A posting that has no permitted time now waits, and costs nothing until it is posted.
        Posts that the site has scheduled count, and stay as they are.
      </p>
      {isSent && typeof limits === 'string' && (
        <p role="alert" className="u-notice u-tone u-flush" data-tone="error">
          {limits}
        </p>
      )}
      <div className="u-wrap u-gap8">
        <Button type="primary" htmlType="submit">
          Save limits
        </Button>
        {pages.some((page) => page.limits) && <Button onClick={() => onApply(null)}>Remove limits</Button>}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
