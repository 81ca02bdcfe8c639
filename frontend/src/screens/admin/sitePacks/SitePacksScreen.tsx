import { elementName, NO_SITE_PACK } from '@flyerdeck/contracts/sitePacks.values';
import type { PublishedPack } from '@flyerdeck/contracts/types';
import { Button, Flex, Input, Popconfirm, Table, type TableColumnType, Tag, Typography, Upload } from 'antd';
import { Link } from 'react-router-dom';
import {
  useListSitePacksQuery,
  usePublishSitePackMutation,
  useUndoSitePackMutation,
} from '../../../data/admin/adminOperationApi.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';
import { ErrorAlert, FailureAlert } from '../../../ui/notices.tsx';
import { AdminPage, QueryAlert, RefreshButton } from '../layout/AdminPage.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userAddress } from '../people/people.ts';
import { StructureDownload } from '../postings/StructureReports.tsx';

function PublishPack() {
  const [text, setText] = useUiState('sitePacks.text', '');
  const [owner, setOwner] = useUiState('sitePacks.owner', '');
  const [publish, { isLoading, error, data, originalArgs }] = usePublishSitePackMutation();
  const failure = failureSentence(error, 'Failed to publish the pack');
  const telegramId = owner.trim();
  const send = async () => {
    const answer = await publish({ body: { text, ...(telegramId !== '' && { telegram_id: telegramId }) } });
    if (!('error' in answer)) setText('');
  };
  const publishedTo = originalArgs?.body.telegram_id;
  return (
    <TitledCard title="Publish a Pack">
      <Flex vertical gap="small" align="start">
        <Input.TextArea
          aria-label="Pack as JSON"
          placeholder="Paste a pack as JSON, or choose a file"
          rows={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Input
          aria-label="Telegram ID of one owner"
          placeholder="For the pages of one owner: Telegram ID. Empty: all pages"
          value={owner}
          onChange={(event) => setOwner(event.target.value)}
        />
        {failure?.split('\n').map((sentence) => (
          <ErrorAlert key={sentence} message={sentence} />
        ))}
        {data && !failure && (
          <Typography.Text role="status">
            Version {data.version} is published to {publishedTo ? `the pages of ${publishedTo}` : 'all pages'}.
          </Typography.Text>
        )}
        <Flex wrap gap="small">
          <Upload
            accept=".json,application/json"
            showUploadList={false}
            beforeUpload={(file) => {
              void file.text().then(setText);
              // The file is only read.
              return false;
            }}
          >
            <Button>Choose File</Button>
          </Upload>
          <Button type="primary" loading={isLoading} disabled={text.trim() === ''} onClick={send}>
            {telegramId === '' ? 'Publish to All Pages' : 'Publish to One Owner'}
          </Button>
        </Flex>
      </Flex>
    </TitledCard>
  );
}

function Undo({ pack: { version, owner } }: { readonly pack: PublishedPack }) {
  const [undo, { isLoading, error }] = useUndoSitePackMutation();
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
      <FailureAlert error={error} fallback="Failed to undo the pack" />
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
