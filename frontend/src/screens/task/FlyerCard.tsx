import FolderOutlined from '@ant-design/icons/FolderOutlined';
import type { TaskDetail } from '@flyerdeck/contracts/types';
import { Card, Col, Flex, Row, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { TaskStatusChip } from '../../ui/StatusChip.tsx';

/** Twice the displayed width, for high-resolution screens. */
const IMAGE_WIDTH_PX = 640;

const IMAGE_STYLE = { display: 'block', width: '100%', maxHeight: 320, objectFit: 'contain' } as const;
const NO_IMAGE_STYLE = { fontSize: 32, lineHeight: '120px', textAlign: 'center' } as const;

export function FlyerCard({ task }: { readonly task: TaskDetail }) {
  const isAdmin = useAppSelector((state) => selectCurrentUser(state)?.is_admin ?? false);
  const { owner, file_id: fileId, page_counts: counts } = task;
  return (
    <Card role="region" aria-label="Flyer">
      <Row gutter={[20, 16]}>
        <Col xs={24} sm={9} lg={6}>
          {fileId ? (
            <a href={`/api/get_image/${fileId}`} target="_blank" rel="noreferrer">
              <img style={IMAGE_STYLE} src={`/api/get_image/${fileId}?w=${IMAGE_WIDTH_PX}`} alt="Flyer in full size" />
            </a>
          ) : (
            <div style={NO_IMAGE_STYLE}>
              <FolderOutlined aria-label="No picture" />
            </div>
          )}
        </Col>
        <Col flex="1">
          <Flex vertical gap="middle">
            <Typography.Text style={{ whiteSpace: 'pre-line' }}>
              {task.description || '(No description)'}
            </Typography.Text>
            <Flex wrap align="center" gap="small">
              <TaskStatusChip status={task.status} />
              <Typography.Text type="secondary">
                {counts.posted} posted, {counts.pending} pending, {counts.failed} failed
              </Typography.Text>
            </Flex>
            <Flex wrap gap="small">
              <RelativeTime word="Created" at={task.createdAt} />
              <RelativeTime word="Updated" at={task.updatedAt} />
            </Flex>
            {isAdmin && owner && (
              <div>
                Owner:{' '}
                <Link to={`/admin/users/${encodeURIComponent(owner.telegram_id)}`}>
                  {owner.name || owner.telegram_id}
                </Link>
              </div>
            )}
          </Flex>
        </Col>
      </Row>
    </Card>
  );
}
