import { Button, Collapse, Descriptions, Input, Table, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { type Change, type ReplayedLog, stateDiff } from '../fold/ReplayedLog.ts';
import { actionLabel, callOf } from '../log/actionLabel.ts';
import type { LogEntry } from '../log/logFormat.ts';
import styles from './panel.module.css';
import type { Replay } from './useReplay.ts';

const PAGE_SIZE = 50;

export function ActionList({ entries, replay }: { readonly entries: readonly LogEntry[]; readonly replay: Replay }) {
  const { position, listed, search, setSearch, jump } = replay;
  const [turned, setTurned] = useState({ page: 1, position: -1 });
  const shownRow = listed.findLastIndex((at) => at <= position);
  const page = turned.position === position ? turned.page : Math.floor(Math.max(0, shownRow) / PAGE_SIZE) + 1;
  const startedAt = entries[0]?.at ?? 0;

  return (
    <section className={styles.actions} aria-label="Actions">
      <Input.Search
        aria-label="Search actions"
        placeholder="Name, path or a line of the server's log"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setTurned({ page: 1, position });
        }}
        onSearch={() => listed[0] && jump(listed[0])}
      />
      <Table
        size="small"
        showHeader={false}
        rowKey="at"
        dataSource={listed.map((at) => ({ at, entry: entries[at - 1] as LogEntry }))}
        pagination={{
          current: page,
          pageSize: PAGE_SIZE,
          showSizeChanger: false,
          simple: true,
          hideOnSinglePage: true,
          onChange: (next) => setTurned({ page: next, position }),
        }}
        locale={{ emptyText: 'Not in this log' }}
        columns={[
          { key: 'seq', width: 56, align: 'end', render: (_, { entry }) => entry.seq },
          {
            key: 'label',
            ellipsis: true,
            render: (_, { at, entry }) => (
              <Button type="text" size="small" block aria-current={at === position} onClick={() => jump(at)}>
                {actionLabel(entry.action)}
              </Button>
            ),
          },
          {
            key: 'time',
            width: 76,
            align: 'end',
            render: (_, { entry }) => `+${((entry.at - startedAt) / 1000).toFixed(1)} s`,
          },
        ]}
      />
    </section>
  );
}

const MAX_CHANGES = 200;
const MAX_VALUE_LENGTH = 300;

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

function changesAt(replayed: ReplayedLog, position: number): Change[] {
  const [before, after] = [position - 1, position].map((at) => {
    const { state, address, nowMs } = replayed.momentAt(at);
    return { address, clock: new Date(nowMs).toISOString(), ...state };
  });
  return stateDiff(before, after);
}

export function ActionDetail({ replayed, position }: { readonly replayed: ReplayedLog; readonly position: number }) {
  const changes = useMemo(() => changesAt(replayed, position), [replayed, position]);
  const entry = replayed.entryAt(position);
  if (!entry) return <p className={styles.detail}>The start of the log.</p>;
  const call = callOf(entry.action);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.detail} aria-label="This action" tabIndex={0}>
      <Typography.Title level={2} className={styles.title ?? ''}>
        {actionLabel(entry.action)}
      </Typography.Title>
      {call && (
        <section aria-label="Network call">
          <Descriptions
            size="small"
            column={1}
            items={[
              {
                label: `${call.method} ${call.path}`,
                children: (
                  <Typography.Text strong type={call.status >= 200 && call.status < 400 ? 'success' : 'danger'}>
                    {call.status === 0 ? 'no answer' : call.status}
                  </Typography.Text>
                ),
              },
              { label: 'Request id', children: <Typography.Text copyable>{call.requestId}</Typography.Text> },
            ]}
          />
        </section>
      )}
      <Collapse
        size="small"
        items={[{ key: 'action', label: 'Action', children: <pre>{JSON.stringify(entry.action, null, 2)}</pre> }]}
      />
      <Typography.Title level={3} className={styles.title ?? ''}>
        {changes.length === 0 ? 'Changed nothing' : `Changed (${changes.length.toLocaleString('en-US')})`}
      </Typography.Title>
      <ul aria-label="Changes">
        {changes.slice(0, MAX_CHANGES).map(({ where, before, after }) => (
          <li key={where}>
            <Typography.Text code>{where}</Typography.Text>
            {before !== undefined && (
              <Typography.Text type="danger" delete>
                {short(before)}
              </Typography.Text>
            )}{' '}
            {after !== undefined && <Typography.Text type="success">{short(after)}</Typography.Text>}
          </li>
        ))}
      </ul>
      {changes.length > MAX_CHANGES && <p>The first {MAX_CHANGES} are shown.</p>}
    </section>
  );
}
