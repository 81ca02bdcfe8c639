import type { PublishedPack } from '@flyerdeck/contracts/types';
import { Button, Flex, Popconfirm, Table, type TableColumnType, Tag, Typography } from 'antd';
import {
  useApproveSitePackMutation,
  useListSitePacksQuery,
  useWithdrawSitePackMutation,
} from '../../../data/admin/sitePacksApi.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { AdminPage } from '../layout/AdminPage.tsx';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { RefreshButton } from '../layout/RefreshButton.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { scrollIfFilled } from '../table/scrollIfFilled.ts';
import { PublishPack } from './PublishPack.tsx';

const STAGES: Readonly<Record<PublishedPack['stage'], string>> = {
  canary: 'Pages of three owners',
  few: 'Pages of ten owners',
  all: 'All pages',
  withdrawn: 'Withdrawn',
};

const outcomeText = ({ pages, owners }: PublishedPack['posted']) =>
  pages === 0 ? '–' : `${counted(pages, 'page')} of ${counted(owners, 'owner')}`;

const isTried = ({ stage }: PublishedPack) => stage === 'canary' || stage === 'few';

/** Approve and Withdraw, each after a confirmation. */
function PackActions({ pack }: { readonly pack: PublishedPack }) {
  const [approve, approving] = useApproveSitePackMutation();
  const [withdraw, withdrawing] = useWithdrawSitePackMutation();
  const { version, stage } = pack;
  const isBusy = approving.isLoading || withdrawing.isLoading;
  const failure =
    failureSentence(approving.error, 'Failed to approve the pack') ??
    failureSentence(withdrawing.error, 'Failed to withdraw the pack');
  return (
    <Flex vertical gap="small">
      <Flex wrap gap="small">
        {isTried(pack) && (
          <Popconfirm
            title={`Give version ${version} to all pages?`}
            description="Pages that it does not fit keep the pack before."
            okText="Approve"
            onConfirm={() => approve({ version })}
          >
            <Button size="small" disabled={isBusy} aria-label={`Approve version ${version}`}>
              Approve
            </Button>
          </Popconfirm>
        )}
        {stage !== 'withdrawn' && (
          <Popconfirm
            title={`Withdraw version ${version}?`}
            description="Its pages use the pack before. The version can not be published again."
            okText="Withdraw"
            okButtonProps={{ danger: true }}
            onConfirm={() => withdraw({ version })}
          >
            <Button size="small" danger disabled={isBusy} aria-label={`Withdraw version ${version}`}>
              Withdraw
            </Button>
          </Popconfirm>
        )}
      </Flex>
      {failure && <ErrorAlert message={failure} />}
    </Flex>
  );
}

const COLUMNS: TableColumnType<PublishedPack>[] = [
  { key: 'version', title: 'Version', dataIndex: 'version' },
  {
    key: 'stage',
    title: 'Stage',
    render: (_, { stage, withdrawn_reason }) => (
      <Flex vertical gap={4} align="start">
        <Tag color={stage === 'all' ? 'green' : stage === 'withdrawn' ? 'red' : 'blue'}>{STAGES[stage]}</Tag>
        {withdrawn_reason && <Typography.Text type="secondary">{withdrawn_reason}</Typography.Text>}
      </Flex>
    ),
  },
  {
    key: 'published_at',
    title: 'Published',
    render: (_, { published_at }) => <time dateTime={published_at}>{formatDateTime(published_at)}</time>,
  },
  { key: 'pages', title: 'Used by', render: (_, { pages_count }) => counted(pages_count, 'page') },
  {
    key: 'chosen',
    title: 'Tried by',
    render: (_, pack) => (isTried(pack) ? counted(pack.chosen_count, 'page') : '–'),
  },
  { key: 'posted', title: 'Posted', render: (_, { posted }) => outcomeText(posted) },
  { key: 'failed', title: 'Failed', render: (_, { failed }) => outcomeText(failed) },
  { key: 'refused', title: 'Does not fit', render: (_, { refused }) => outcomeText(refused) },
  { key: 'actions', title: 'Actions', render: (_, pack) => <PackActions pack={pack} /> },
];

/** The site packs: published here, watched while pages try them, approved and withdrawn. */
export default function SitePacksScreen() {
  const query = useListSitePacksQuery();
  const { data } = query;
  return (
    <AdminPage title="Site Packs" actions={<RefreshButton query={query} />}>
      <Typography.Paragraph type="secondary">
        A site pack says how the extension finds the creator site's elements. Pages of three owners try a new one first.
        The extension ships with version {data ? data.built_in_version : '…'}.
      </Typography.Paragraph>
      <PublishPack />
      <TitledCard title="Published Packs" isFlush>
        <QueryAlert query={query} />
        <Table
          aria-label="Published Packs"
          size="small"
          rowKey="version"
          columns={COLUMNS}
          dataSource={data?.packs ?? []}
          loading={query.isLoading}
          scroll={scrollIfFilled(data?.packs, 'max-content')}
          pagination={false}
          locale={{ emptyText: 'No pack has been published' }}
        />
      </TitledCard>
    </AdminPage>
  );
}
