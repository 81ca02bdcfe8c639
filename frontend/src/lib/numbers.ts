import { MAX_RUN_LENGTH } from '@flyerdeck/contracts/assistants.values';
import { MAX_HOURS } from '@flyerdeck/contracts/endpoint.values';

const NUMBERS = new Intl.NumberFormat('en-US');

export const formatNumber = (number: number): string => NUMBERS.format(number);

/** '+150', '−1,000': with the minus sign U+2212. */
export const formatSigned = (number: number): string => `${number < 0 ? '−' : '+'}${formatNumber(Math.abs(number))}`;

export const counted = (count: number, thing: string): string =>
  `${formatNumber(count)} ${thing}${count === 1 ? '' : 's'}`;

const COMPACT_NUMBERS = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const formatCompact = (number: number): string => COMPACT_NUMBERS.format(number).replace('K', 'k');

/** Credits in a short form: thousands as '1.0k' (spec section 9). */
export function formatCredits(credits: number): string {
  if (Math.abs(credits) < 1000) return String(credits);
  // Truncated, so that the text never shows more credits than there are.
  return `${(Math.trunc(credits / 100) / 10).toFixed(1)}k`;
}

/** '450ms', '12.5s', '2.5m' (spec section 9, 'Duration display'). */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return formatSeconds(ms);
  return `${(ms / 60_000).toFixed(1)}m`;
}

/** '72.4s'. The postings table shows all durations in seconds, so that they are easy to compare. */
export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)}s`;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatUsd = (amount: number): string => dollars.format(amount);

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

export function sizeText(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / KB))} kB`;
  return bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / GB).toFixed(1)} GB`;
}

/** An hour field as typed: an integer; invalid or negative becomes 0 (spec section 5). */
export function parseHours(text: string): number {
  const hours = Number.parseInt(text, 10);
  return Number.isNaN(hours) || hours < 0 ? 0 : Math.min(hours, MAX_HOURS);
}

/** The reset timer list as typed, '10,5,20': non-numeric and negative items are dropped (spec section 5). */
export const parseResetList = (text: string): number[] =>
  text
    .split(',')
    .map((item) => Number.parseInt(item.trim(), 10))
    .filter((length) => !Number.isNaN(length) && length >= 0)
    .map((length) => Math.min(length, MAX_RUN_LENGTH));

export const formatResetList = (lengths: readonly number[]): string => lengths.join(',');
