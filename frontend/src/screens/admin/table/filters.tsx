import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { MAX_SEARCH_LENGTH } from '@flyerdeck/contracts/endpoint.values';
import { POSTINGS_SEARCH_DEBOUNCE_MS } from '@flyerdeck/contracts/postings.values';
import type { ExportBody } from '@flyerdeck/contracts/types';
import { Button, Input, message, Select, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRequestExportMutation } from '../../../data/admin/adminOperationApi.ts';
import { errorSentence } from '../../../data/apiError.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { download } from '../../../telegram/openOutside.ts';
import type { TableState } from './tableView.ts';

export const isDay = (word: string) => dayjs(word).format('YYYY-MM-DD') === word;

/** The start of a day in the reader's time zone, or of the day that is `days` later. */
export const startOfDay = (day: string, days = 0) => dayjs(day).startOf('day').add(days, 'day').toISOString();

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly search: string;
  readonly isLocal?: boolean;
  onSearch(change: { readonly search: string }, options: { readonly replace: true }): void;
}

/** A search box that writes its text to the URL. A URL from a link or the Back button sets its text. */
export function SearchBox({ label, placeholder = label, search, isLocal = false, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const reported = useRef(search);
  const report = useEffectEvent(onSearch);

  useEffect(() => {
    // A search that this box wrote to the URL must not overwrite text typed since.
    if (search === reported.current) return;
    reported.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === reported.current) return;
    const send = () => {
      reported.current = wanted;
      report({ search: wanted }, { replace: true });
    };
    const timer = setTimeout(send, isLocal ? 0 : POSTINGS_SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, isLocal]);

  return (
    <Input
      type="search"
      allowClear
      maxLength={MAX_SEARCH_LENGTH}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      style={{ flex: '1 1 280px', maxWidth: 400 }}
    />
  );
}

interface DayInputProps {
  readonly label: string;
  readonly day: string | null;
  onChange(day: string): void;
}

export const DayInput = ({ label, day, onChange }: DayInputProps) => (
  <Input
    type="date"
    aria-label={label}
    prefix={<Typography.Text type="secondary">{label}</Typography.Text>}
    value={day ?? ''}
    max="9999-12-31"
    onChange={(event) => onChange(event.target.value)}
  />
);

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | null;
  isValid(text: string): boolean;
  onChange(value: string | null): void;
}

export function FilterField({ label, placeholder, value, isValid, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useUiState<string | null>(`admin.filter/${label}`, null);
  const text = typed ?? value ?? '';
  const isWrong = text.trim() !== '' && !isValid(text.trim());
  const apply = () => {
    if (typed === null || isWrong) return;
    setTyped(null);
    if (typed.trim() !== (value ?? '')) onChange(typed.trim() || null);
  };
  return (
    <Input
      aria-label={label}
      prefix={<Typography.Text type="secondary">{label}</Typography.Text>}
      placeholder={placeholder}
      value={text}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={apply}
      onBlur={apply}
      style={{ flex: '1 1 280px', maxWidth: 400 }}
    />
  );
}

interface FilterSelectProps<Sort extends string, Filter extends string> {
  readonly label: string;
  readonly unset: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly state: TableState<Sort, Filter>;
  readonly filter: Filter;
  /** By default the filter is changed. */
  readonly onChange?: (value: string | null) => void;
}

const UNSET = '';

export function FilterSelect<Sort extends string, Filter extends string>({
  label,
  unset,
  options,
  state,
  filter,
  onChange = (value) => state.change({ filters: { [filter]: value } as Partial<Record<Filter, string | null>> }),
}: FilterSelectProps<Sort, Filter>) {
  return (
    <Select
      aria-label={label}
      value={state.view.filters[filter] ?? UNSET}
      options={[{ value: UNSET, label: unset }, ...options]}
      popupMatchSelectWidth={false}
      onChange={(chosen) => onChange(chosen === UNSET ? null : chosen)}
      style={{ minWidth: 116 }}
    />
  );
}

export const OnlyUser = ({ telegramId, onRemove }: { readonly telegramId: string | null; onRemove(): void }) =>
  telegramId && (
    <Button icon={<CloseOutlined aria-hidden />} title="Show all users" onClick={onRemove}>
      Only user {telegramId}
    </Button>
  );

/** Downloads all filtered rows as CSV. A download sends no session headers, so it uses a one-time URL. */
export function ExportButton({ body, disabled }: { readonly body: ExportBody; readonly disabled: boolean }) {
  const [request, { isLoading }] = useRequestExportMutation();
  const [messages, holder] = message.useMessage();
  const start = async () => {
    const { data, error } = await request({ body });
    if (data) download(data.download_url);
    else messages.error(errorSentence(error, 'Failed to export.'));
  };
  return (
    <>
      <Button disabled={disabled} icon={<DownloadOutlined aria-hidden />} loading={isLoading} onClick={start}>
        Export CSV
      </Button>
      {holder}
    </>
  );
}
