import type { WaitReason } from '@flyerdeck/contracts/queue.values';
import { packMissesSentence } from '@flyerdeck/contracts/sitePacks.values';
import type { PageDiagnosis, PageEvent } from '@flyerdeck/contracts/types';
import { Alert, Col, Flex, Row, Table, type TableColumnType, Typography } from 'antd';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useDiagnosePageQuery } from '../../../data/admin/adminOperationApi.ts';
import { formatDateTime, relativeTime } from '../../../lib/formatDate.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { healthSentence, limitsText } from '../../../lib/pages.ts';
import { waitSentence } from '../../../lib/postings.ts';
import { Skeleton } from '../../../ui/notices.tsx';
import { TaskStatusChip } from '../../../ui/StatusChip.tsx';
import { AdminPage, QueryAlert, RefreshButton } from '../layout/AdminPage.tsx';
import { CopyableId, Facts } from '../layout/Facts.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userAddress } from '../people/people.ts';

const TO_ADMINS: Partial<Readonly<Record<WaitReason, string>>> = {
  account_deactivated: 'The account of the owner is deactivated.',
  queue_paused: 'The owner has stopped the queue.',
  insufficient_credits: 'The owner has too few credits to pay for this page.',
};

export interface Verdict {
  readonly tone: 'error' | 'warning' | 'info' | 'success';
  readonly sentence: string;
}

export function verdictOf({ page, unlinked_at, device, in_flight, site_pack, next }: PageDiagnosis): Verdict {
  if (unlinked_at) return { tone: 'error', sentence: `The page is unlinked since ${formatDateTime(unlinked_at)}.` };
  if (!device) return { tone: 'error', sentence: 'No browser is linked to the page.' };
  if (in_flight) {
    const { submitting_at, claimed_at, lease_expires_at } = in_flight;
    const sentence = submitting_at
      ? `It has pressed the button at ${formatDateTime(submitting_at)} and has not reported yet.`
      : `It has claimed a posting at ${formatDateTime(claimed_at)}.`;
    return { tone: 'info', sentence: `${sentence} The claim ends at ${formatDateTime(lease_expires_at)}.` };
  }
  if (!next) return { tone: 'info', sentence: 'Nothing is queued for the page.' };
  if (next.wait_reason === 'site_changed') return { tone: 'warning', sentence: healthSentence(page) };
  if (next.wait_reason)
    return {
      tone: 'warning',
      sentence: TO_ADMINS[next.wait_reason] ?? waitSentence(next.wait_reason, next.wait_until),
    };
  if (!site_pack.may_post)
    return {
      tone: 'warning',
      sentence: `Site pack ${site_pack.used} is not published for it any more: it gets nothing until its extension has asked for its pack.`,
    };
  return { tone: 'success', sentence: 'Nothing holds the page back: its next poll gets the next posting.' };
}

const timeText = (at: string | null): string => (at ? `${formatDateTime(at)} (${relativeTime(at)})` : 'Never');

function packText({ used, wanted }: PageDiagnosis['site_pack']): string {
  const published = wanted === null ? 'none is published' : `published is ${wanted}`;
  return used === wanted ? (used === null ? 'None' : `${used}`) : `${used ?? 'None'}, ${published}`;
}

const REFUSALS: Readonly<Record<string, string>> = {
  rate_limited: 'Asks to wait',
  content: 'Refused the content',
  logged_out: 'Logged out',
  broken: 'Did not work',
};

function factsOf({ page, owner, device, site_pack, refused, pending_count, next }: PageDiagnosis) {
  return {
    Owner: <Link to={userAddress(owner.telegram_id)}>{owner.name || owner.telegram_id}</Link>,
    'Owner’s Credits': formatNumber(owner.credits_balance),
    Username: page.username ? `@${page.username}` : 'None',
    GUID: <CopyableId id={page.guid} what="page" />,
    Connection: page.is_active ? 'Active' : 'Inactive',
    'Last Poll': timeText(page.last_polled_at),
    Health: healthSentence(page),
    Browser: device ? `${device.browser || 'Unknown'}, linked ${formatDateTime(device.linked_at)}` : 'None',
    Runner: page.runner ? `${page.runner.host_name}, ${page.runner.state}` : 'None',
    Extension: page.extension_version ?? 'Unknown',
    'Site Pack': packText(site_pack),
    'Not Found': page.pack_misses ? packMissesSentence(page.pack_misses) : 'Nothing',
    'Paid Until': page.paid_until ? formatDateTime(page.paid_until) : 'Not paid',
    Limits: page.limits ? limitsText(page.limits) : 'None',
    'Last Refusal': refused ? `${REFUSALS[refused.kind] ?? refused.kind}, ${timeText(refused.at)}` : 'None',
    Queue: (
      <Link to={`/admin/postings?guid=${page.guid}&status=pending`}>{`${formatNumber(pending_count)} pending`}</Link>
    ),
    'Next Posting': next ? `${next.assistant_name}, queued ${timeText(next.queued_at)}` : 'None',
  };
}

const KINDS: Readonly<Record<PageEvent['kind'], string>> = {
  step: '',
  linked: 'Browser linked',
  unlinked: 'Link of the browser ended',
  not_found: 'Not found on the site',
};

function EventText({ event: { kind, to_status, text } }: { readonly event: PageEvent }) {
  return (
    <>
      {to_status ? <TaskStatusChip status={to_status} /> : KINDS[kind]}
      {text && (
        <Typography.Text type={to_status === 'failed' ? 'danger' : 'secondary'} style={{ display: 'block' }}>
          {text}
        </Typography.Text>
      )}
    </>
  );
}

function useEventColumns(): TableColumnType<PageEvent>[] {
  const { pathname, state } = useLocation();
  return [
    {
      key: 'at',
      title: 'When',
      width: 188,
      render: (_, { at }) => (
        <time className="u-nowrap" dateTime={at}>
          {formatDateTime(at)}
        </time>
      ),
    },
    { key: 'what', title: 'What', render: (_, event) => <EventText event={event} /> },
    {
      key: 'links',
      title: 'Open',
      width: 150,
      render: (_, { posting_id, task_id }) => (
        <Flex gap="small">
          {posting_id && <Link to={`/admin/postings?search=${posting_id}`}>Posting</Link>}
          {task_id && (
            <Link to={`/tasks/${task_id}`} state={{ back: pathname, backState: state }}>
              Task
            </Link>
          )}
        </Flex>
      ),
    },
  ];
}

function Diagnosis({ diagnosis }: { readonly diagnosis: PageDiagnosis }) {
  const { tone, sentence } = verdictOf(diagnosis);
  const columns = useEventColumns();
  return (
    <>
      <Alert type={tone} showIcon title={sentence} />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={9}>
          <TitledCard title="State">
            <Facts column={1} size="small" facts={factsOf(diagnosis)} />
          </TitledCard>
        </Col>
        <Col xs={24} xl={15}>
          <TitledCard title="What Happened" isFlush>
            <Table
              aria-label="What Happened"
              size="small"
              rowKey={({ at, kind, posting_id, to_status }) => `${at} ${kind} ${posting_id} ${to_status}`}
              columns={columns}
              dataSource={diagnosis.events}
              pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false, style: { marginInline: 16 } }}
              locale={{ emptyText: 'Nothing has happened yet' }}
            />
          </TitledCard>
        </Col>
      </Row>
    </>
  );
}

export default function PageScreen() {
  const guid = useParams().guid ?? '';
  const query = useDiagnosePageQuery({ guid }, { pollingInterval: 15_000 });
  const { currentData } = query;
  return (
    <AdminPage
      title={currentData ? currentData.page.name || currentData.page.username || 'Unnamed Page' : 'Page'}
      actions={<RefreshButton query={query} />}
    >
      <QueryAlert query={query} />
      {query.isFetching && !currentData && <Skeleton label="Loading page" rows={1} rowHeightPx={420} />}
      {currentData && <Diagnosis diagnosis={currentData} />}
    </AdminPage>
  );
}
