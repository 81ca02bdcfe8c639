import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button } from 'antd';
import { formatDateTime } from '../../../lib/formatDate.ts';
import type { PostingsView } from './postingsView.ts';

const NO_FILTER = { failed_from: null, failure: null, failed_pack: null, failed_extension: null };

interface FailureFilterProps {
  readonly filters: PostingsView['filters'];
  onRemove(filters: typeof NO_FILTER): void;
}

/** Says that the list has only postings that failed like this, and removes this filter. Links of the failures set it. */
export function FailureFilter({ filters, onRemove }: FailureFilterProps) {
  const { failed_from, failure, failed_pack, failed_extension } = filters;
  const texts = [
    failed_from && `since ${formatDateTime(failed_from)}`,
    failed_pack && `with site pack ${failed_pack}`,
    failed_extension && `with extension ${failed_extension}`,
    failure && `“${failure}”`,
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Button icon={<CloseOutlined aria-hidden />} title="Show all postings" onClick={() => onRemove(NO_FILTER)}>
      <span className="u-ellipsis" style={{ maxWidth: 420 }}>{`Failed ${texts.join(' ')}`}</span>
    </Button>
  );
}
