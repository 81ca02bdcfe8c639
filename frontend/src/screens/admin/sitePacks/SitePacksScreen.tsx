import type { PublishedPack } from '@flyerdeck/contracts/types';
import { elementName, NO_SITE_PACK } from '@flyerdeck/contracts/values/sitePacks';
import { Button, Flex, Popconfirm, Table, type TableColumnType, Tag, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { useListSitePacksQuery, useUndoSitePackMutation } from '../../../data/admin/sitePacksApi.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { AdminPage, QueryAlert, RefreshButton } from '../layout/AdminPage.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userAddress } from '../people/people.ts';
import { StructureDownload } from '../postings/StructureReports.tsx';
import { PublishPack } from './PublishPack.tsx';

function Undo({ pack: { version, owner } }: { readonly pack: PublishedPack }) {
  const [undo, { isLoading, error }] = useUndoSitePackMutation();
  const failure = failureSentence(error, 'Failed to undo the pack');
  return (
    <Flex vertical gap="small">
      <Popconfirm
        title={`Undo version ${version}?`}
        description="Its pages use the version before. Nothing is posted with this one any more."
        okText="Undo"
        okButtonProps={{ danger: true }}
        onConfirm={() => undo({ body: { version, ...(owner && { telegram_id: owner.telegram_id }) } })}
      >
        <Button size="small" danger disabled={isLoading} aria-label={`Undo version ${version}`}>
          Undo
        </Button>
      </Popconfirm>
      {failure && <ErrorAlert message={failure} />}
    </Flex>
  );
}

const COLUMNS: TableColumnType<PublishedPack>[] = [
  { key: 'version', title: 'Version', dataIndex: 'version' },
  {
    key: 'owner',
    title: 'For',
    render: (_, { owner }) =>
      owner ? <Link to={userAddress(owner.telegram_id)}>{owner.name || owner.telegram_id}</Link> : 'All pages',
  },
  {
    key: 'published_at',
    title: 'Published',
    render: (_, { published_at, undone_at, is_current }) => (
      <Flex vertical gap={4} align="start">
        <time dateTime={published_at}>{formatDateTime(published_at)}</time>
        {is_current && <Tag color="green">Current</Tag>}
        {undone_at && <Tag>Undone {formatDateTime(undone_at)}</Tag>}
      </Flex>
    ),
  },
  { key: 'pages', title: 'Used by', render: (_, { pages_count }) => counted(pages_count, 'page') },
  {
    key: 'misses',
    title: 'Not Found',
    render: (_, { misses }) =>
      misses.length === 0 ? (
        '–'
      ) : (
        <Flex vertical gap="small" align="start">
          {misses.map(({ element, pages, report_id }) => (
            <Flex key={element} wrap gap="small" align="center">
              {counted(pages, 'page')}: {elementName(element)}
              {report_id && <StructureDownload id={report_id}>Structure</StructureDownload>}
            </Flex>
          ))}
        </Flex>
      ),
  },
  { key: 'actions', title: 'Actions', render: (_, pack) => pack.is_current && <Undo pack={pack} /> },
];

/** The site packs: published here to one owner or to all, undone, and what pages do not find. */
export default function SitePacksScreen() {
  const query = useListSitePacksQuery();
  const { data } = query;
  return (
    <AdminPage title="Site Packs" actions={<RefreshButton query={query} />}>
      <Typography.Paragraph type="secondary">
        A site pack says how the extension finds the creator site's elements. A page uses a new one once it has found
        everything there, and until then the one before. The pack of an owner wins over that of all pages.
      </Typography.Paragraph>
      <PublishPack />
      <TitledCard title="Published Packs" isFlush>
        <QueryAlert query={query} />
        <Table
          aria-label="Published Packs"
          size="small"
          rowKey={({ version, owner }) => `${version} ${owner?.telegram_id ?? ''}`}
          columns={COLUMNS}
          dataSource={data?.packs ?? []}
          loading={query.isLoading}
          scroll={data?.packs.length ? { x: 'max-content' } : {}}
          pagination={false}
          locale={{ emptyText: NO_SITE_PACK }}
        />
      </TitledCard>
    </AdminPage>
  );
}
