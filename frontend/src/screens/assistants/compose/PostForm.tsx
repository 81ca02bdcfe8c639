import { Button } from 'antd';
import dayjs from 'dayjs';
import { type FormEvent, useId, useState } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { usePreviewTextsQuery } from '../../../data/assistants/assistantsSlice.ts';
import { hasUnsaved } from '../../../data/drafts/draft.ts';
import { selectSettingsDraft } from '../../../data/drafts/draftsSlice.ts';
import { useListPickerPagesQuery } from '../../../data/pages/pagesApi.ts';
import { selectAllTags, selectPickerPages } from '../../../data/pages/pagesSlice.ts';
import { selectAllPresets, useListPresetsQuery } from '../../../data/presets/presetsSlice.ts';
import { formatDayTime, formatWeekdayTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';
import { useMainButton } from '../../../telegram/buttons.ts';
import { InputField, SelectField } from '../../../ui/fields.tsx';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { PageAvatar } from '../../../ui/PageAvatar.tsx';
import { useMinute } from '../../../ui/RelativeTime.tsx';
import { HoursFields } from '../../../ui/RulesFields.tsx';
import { TargetPicker } from '../../../ui/TargetPicker.tsx';
import { failureText } from '../assistantRules.ts';
import shared from '../assistants.module.css';
import { type FlyerSource, useFlyerText } from '../flyers/EditableFlyer.tsx';
import { FlyerDropZone, FlyerList } from '../flyers/FlyersEditor.tsx';
import { ForecastBox, type useAddToQueue } from '../queueing/ForecastBox.tsx';
import styles from './compose.module.css';
import type { Post } from './usePost.ts';

const HOUR_MS = 3_600_000;
const OFFERED_HOURS = [0, 1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72];

const OFFERED_CLOCK_HOURS = [9, 12, 15, 18, 21];

/** Of the next 24 hours. */
function clockTimes(nowMs: number): string[] {
  const times = [0, 1].flatMap((days) =>
    OFFERED_CLOCK_HOURS.map((hour) => dayjs(nowMs).startOf('day').add(days, 'day').hour(hour)),
  );
  return times.filter((time) => +time > nowMs && +time <= nowMs + 24 * HOUR_MS).map((time) => time.toISOString());
}

function whenChoices(
  { rules, startsAt }: Pick<Post, 'rules' | 'startsAt'>,
  nowMs: number,
): (readonly [value: string, label: string])[] {
  const times = [...new Set([...clockTimes(nowMs), ...(startsAt ? [startsAt] : [])])].sort();
  const hours = [...new Set([...OFFERED_HOURS, rules.start_delay_hours])].sort((a, b) => a - b);
  const [now, ...later] = hours.map(
    (count) =>
      [
        String(count),
        count === 0 ? 'Now' : `In ${counted(count, 'hour')}, ${formatWeekdayTime(nowMs + count * HOUR_MS)}`,
      ] as const,
  );
  return [...(now ? [now] : []), ...times.map((time) => [time, formatDayTime(time, nowMs)] as const), ...later];
}

const LOCAL_FORMAT = 'YYYY-MM-DDTHH:mm';

function StartFields({ post }: Pick<PostFormProps, 'post'>) {
  const nowMs = useMinute();
  const { rules, startsAt, startAt } = post;
  return (
    <>
      <SelectField
        label="When"
        value={startsAt ?? String(rules.start_delay_hours)}
        options={whenChoices(post, nowMs)}
        onChange={(value) => (value.includes('T') ? startAt(value, 0) : startAt(null, Number(value)))}
      />
      <InputField
        label="At a date and time"
        type="datetime-local"
        min={dayjs(nowMs).format(LOCAL_FORMAT)}
        value={startsAt ? dayjs(startsAt).format(LOCAL_FORMAT) : ''}
        onChange={(value) => startAt(value ? dayjs(value).toISOString() : null, 0)}
      />
    </>
  );
}

interface PostFormProps {
  readonly post: Post;
  readonly chooserId: string;
  readonly queueing: ReturnType<typeof useAddToQueue>;
  onDiscard(): void;
}

const NO_PRESET = '';

export function PostForm({ post, chooserId, queueing, onDiscard }: PostFormProps) {
  const { id, assistant, tasks, flyers } = post;
  const pages = useListPickerPagesQuery();
  return (
    <>
      <div className={`u-grid u-gap24 ${styles.columns}`}>
        <div className={`u-stack u-gap16 ${styles.column}`}>
          <FlyerDropZone chooserId={chooserId} takesPagePaste onFiles={(files) => void post.addFiles(files)}>
            {id && <FlyerList id={id} tasks={tasks} takesFocus />}
          </FlyerDropZone>
          {post.createError && (
            <ErrorAlert
              message={failureText('Failed to save the post.', post.createError)}
              onRetry={post.retryCreation}
            />
          )}
        </div>
        <div className={`u-stack u-gap16 ${styles.column} ${styles.rules}`}>
          <PostRules post={post} />
          {assistant && flyers.length > 0 && <PostForecast post={post} />}
        </div>
        <PostPreview post={post} />
      </div>
      <QueueForm post={post} queueing={queueing} hasPages={pages.data?.pages.length !== 0} onDiscard={onDiscard} />
    </>
  );
}

function PostRules({ post }: Pick<PostFormProps, 'post'>) {
  const { rules, presetId, changeRules, choosePreset } = post;
  const pages = useAppSelector(selectPickerPages);
  const tags = useAppSelector(selectAllTags);
  const presets = useAppSelector(selectAllPresets);
  const failures = [
    failureSentence(useListPresetsQuery().error, 'Failed to fetch presets'),
    failureSentence(useListPickerPagesQuery().error, 'Failed to fetch pages'),
  ];
  return (
    <>
      {failures.map((failure) => failure && <ErrorAlert key={failure} message={failure} />)}
      <TargetPicker
        pages={pages}
        tags={tags}
        targets={rules}
        onChange={(targets) => changeRules({ ...rules, ...targets })}
      />
      <div className={`u-grid u-gap12 ${styles.fields}`}>
        <StartFields post={post} />
        {presets.length > 0 && (
          <SelectField
            label="Preset"
            value={presetId ?? NO_PRESET}
            options={[[NO_PRESET, 'Custom'], ...presets.map(({ id, name }) => [id, name] as const)]}
            onChange={(value) => {
              const preset = presets.find((one) => one.id === value);
              if (preset) choosePreset(preset);
              else changeRules(rules);
            }}
          />
        )}
      </div>
      <details>
        <summary className={`u-fine ${shared.summary}`}>More rules</summary>
        <HoursFields
          rules={rules}
          fields={['delay_between_tasks_hours', 'duplication_time_hours']}
          onChange={changeRules}
        />
      </details>
    </>
  );
}

function PostForecast({ post: { id, assistant } }: Pick<PostFormProps, 'post'>) {
  const draft = useAppSelector((state) => selectSettingsDraft(state, id));
  return assistant ? <ForecastBox assistant={assistant} hasUnsavedEdits={hasUnsaved(draft)} /> : null;
}

function obstacleOf({ flyers, rules }: Post, hasPages: boolean): string | null {
  if (!hasPages) return 'Link a page first.';
  if (flyers.length === 0) return 'Add an image.';
  return rules.target_pages.length + rules.target_tags.length > 0 ? null : 'Choose pages or tags.';
}

interface QueueFormProps extends Omit<PostFormProps, 'chooserId'> {
  readonly hasPages: boolean;
}

function QueueForm({ post, queueing, hasPages, onDiscard }: QueueFormProps) {
  const obstacleId = useId();
  const obstacle = obstacleOf(post, hasPages);
  const { isBusy, isSaving, failure, add } = queueing;
  const form = useMainButton({ text: 'Queue', isDisabled: obstacle !== null, isBusy });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === null && !isBusy) void add(post.id);
  };
  return (
    <form ref={form} className={`u-stack u-gap8 ${styles.footer}`} onSubmit={submit}>
      {failure && <ErrorAlert message={failure} />}
      <div className="u-row u-end u-gap12">
        <span id={obstacleId} className="u-muted u-fine u-fill" role="status">
          {isSaving ? 'Saving changes first...' : (obstacle ?? 'Kept in Assistants until you queue it.')}
        </span>
        {post.id && (
          <Button disabled={isBusy} onClick={onDiscard}>
            Discard
          </Button>
        )}
        <Button type="primary" htmlType="submit" disabled={obstacle !== null || isBusy} aria-describedby={obstacleId}>
          Queue
        </Button>
      </div>
    </form>
  );
}

const IMAGE_WIDTH_PX = 800;

const imageOf = ({ task, upload }: FlyerSource): string | null =>
  upload ? upload.previewUrl : task.file_id && `/api/get_image/${task.file_id}?w=${IMAGE_WIDTH_PX}`;

function PostPreview({ post: { id, assistant, flyers, rules } }: { readonly post: Post }) {
  const [wanted, setWanted] = useState(0);
  const position = Math.min(wanted, flyers.length - 1);
  const flyer = flyers[position];
  const page = useAppSelector(selectPickerPages).find(({ id: guid }) => guid === rules.target_pages[0]);
  const name = page?.name ?? (rules.target_tags[0] ? `#${rules.target_tags[0]}` : 'Your page');
  if (!flyer) return null;
  return (
    <section className={`u-stack u-gap8 ${styles.column}`} aria-label="Preview">
      <div className="u-row u-spread u-gap8">
        <h2 className="u-title">Preview</h2>
        {flyers.length > 1 && (
          <div className="u-line u-gap4 u-tabular">
            <Button size="small" disabled={position === 0} onClick={() => setWanted(position - 1)}>
              Previous
            </Button>
            <span className="u-fine u-muted" role="status">
              {position + 1} of {flyers.length}
            </span>
            <Button size="small" disabled={position === flyers.length - 1} onClick={() => setWanted(position + 1)}>
              Next
            </Button>
          </div>
        )}
      </div>
      <article className="u-card u-stack u-gap8" style={{ padding: 12 }}>
        <p className="u-line u-gap8 u-flush u-strong">
          <PageAvatar url={page?.avatarUrl ?? null} sizePx={32} />
          <span className="u-ellipsis">{name}</span>
        </p>
        <PreviewText key={flyer.key} flyer={flyer} id={id} version={assistant?.updatedAt ?? ''} />
        <img
          className="u-full"
          style={{
            height: 240,
            borderRadius: 'var(--fd-radius-control)',
            background: 'var(--fd-hover)',
            objectFit: 'contain',
          }}
          src={imageOf(flyer) ?? ''}
          alt={`Flyer ${position + 1}`}
        />
      </article>
    </section>
  );
}

interface PreviewTextProps {
  readonly flyer: FlyerSource;
  readonly id: string;
  readonly version: string;
}

/** A saved text that differs from page to page is shown as three pages get it. */
function PreviewText({ flyer, id, version }: PreviewTextProps) {
  const { value } = useFlyerText(flyer, id);
  const isSaved = value === flyer.task?.description;
  const { data } = usePreviewTextsQuery(
    { id, version, description: value },
    { skip: !isSaved || !value.includes('{') },
  );
  const texts = isSaved && data ? data.texts.filter(({ text }) => text !== value) : [];
  return (
    <>
      {texts.length === 0 && value && <p className={`u-flush u-break ${styles.text}`}>{value}</p>}
      {texts.map(({ page, text }) => (
        <p key={page} className={`u-flush u-break ${styles.text}`}>
          <strong>{page}:</strong> {text}
        </p>
      ))}
      <span className="u-muted u-small">
        {'{name} and {username} become those of the page, {Hello|Hi} one of the words.'}
      </span>
    </>
  );
}
