import { FAILURE_GROUPS_SHOWN, type FailureReport, type FailuresBy } from '@flyerdeck/contracts';
import { isoTimeSql, statement } from '../database/statement.ts';

const KEYS: Readonly<Record<FailuresBy, string>> = {
  message: 't.error_message',
  page: 'p.page_guid::text',
  site_pack: 't.site_pack_version::text',
  extension: 't.extension_version',
};

const PAGE_LABEL = `(SELECT coalesce(nullif(name, ''), username) FROM pages WHERE guid = g.key::uuid)`;

/** The last $2 parts of length $1. The failures are read through their index, only from the first part on. */
const reportBy = (by: FailuresBy) =>
  statement<FailureReport, [part: string, parts: number]>(
    `WITH part AS MATERIALIZED (
       SELECT date_bin($1::interval, now(), '2000-01-01T00:00:00Z') - n * $1::interval AS at FROM generate_series(0, $2::int - 1) n
     ),
     failed AS MATERIALIZED (
       SELECT t.posting_id, coalesce(${KEYS[by]}, '') AS key, date_bin($1::interval, t.at, '2000-01-01T00:00:00Z') AS at, p.archived
       FROM posting_transitions t JOIN page_postings p ON p.id = t.posting_id
       WHERE t.to_status = 'failed' AND t.at >= (SELECT min(at) FROM part)
     ),
     groups AS MATERIALIZED (
       SELECT key, count(*)::int AS failures, (count(DISTINCT posting_id) FILTER (WHERE NOT archived))::int AS postings
       FROM failed GROUP BY key ORDER BY failures DESC, key LIMIT ${FAILURE_GROUPS_SHOWN}
     ),
     counts AS MATERIALIZED (
       SELECT key, at, count(*)::int AS failures FROM failed WHERE key IN (SELECT key FROM groups) GROUP BY key, at
     ),
     sums AS MATERIALIZED (SELECT at, count(*)::int AS failures FROM failed GROUP BY at)
     SELECT (SELECT ${isoTimeSql('min(at)')} FROM part) AS since,
       (SELECT json_agg(json_build_object('at', ${isoTimeSql('at')}, 'failures', coalesce(sums.failures, 0)) ORDER BY at)
        FROM part LEFT JOIN sums USING (at)) AS parts,
       (SELECT coalesce(json_agg(json_build_object('key', g.key, 'label', ${by === 'page' ? PAGE_LABEL : 'g.key'},
          'failures', g.failures, 'postings', g.postings, 'counts', (
            SELECT json_agg(coalesce(c.failures, 0) ORDER BY part.at) FROM part LEFT JOIN counts c ON c.at = part.at AND c.key = g.key
          )) ORDER BY g.failures DESC, g.key), '[]') FROM groups g) AS groups`,
  );

export const readFailures: Readonly<Record<FailuresBy, ReturnType<typeof reportBy>>> = {
  message: reportBy('message'),
  page: reportBy('page'),
  site_pack: reportBy('site_pack'),
  extension: reportBy('extension'),
};
