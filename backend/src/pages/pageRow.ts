import { type DeviceHealth, PAGE_ACTIVE_MINUTES, type PageNotice } from '@flyerdeck/contracts';
import { jsonBytesSql } from '../database/listBytes.ts';

/** A page as `PAGE_COLUMNS` reads it. */
export type PageRow = {
  guid: string;
  creator_id: string;
  name: string;
  username: string;
  avatar_url: string | null;
  tags: string[];
  is_active: boolean;
  is_paid: boolean;
  paid_until: Date | null;
  credits_charged: number;
  notice: PageNotice | null;
  health: DeviceHealth;
  extension_version: string | null;
  last_polled_at: Date | null;
  linked_at: Date;
};

/** SQL of the bytes of a page in an answer; the rest are names of fields, ids and times. */
export const PAGE_BYTES = `${jsonBytesSql('name', 'username', 'creator_id', 'avatar_url', 'tags')} + 400`;

/** A page is Active while its last poll is recent; by the clock that wrote the time, whichever server asks. */
export const pageIsActiveSql = (lastPolledAt: string) =>
  `coalesce(${lastPolledAt} > now() - interval '${PAGE_ACTIVE_MINUTES} minutes', false)`;

/** Active and paid are judged by the database's clock, the same that wrote the times. */
export const PAGE_COLUMNS = `guid, creator_id, name, username, avatar_url, tags,
  ${pageIsActiveSql('last_polled_at')} AS is_active,
  coalesce(paid_until > now(), false) AS is_paid,
  paid_until, credits_charged, CASE WHEN fee_kept_at > now() - interval '24 hours' THEN 'fee_kept' END AS notice, health, extension_version, last_polled_at, linked_at`;
