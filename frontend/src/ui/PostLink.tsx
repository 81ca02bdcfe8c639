import { POST_GONE_SENTENCE } from '@flyerdeck/contracts/postings.values';
import type { TaskPosting } from '@flyerdeck/contracts/types';
import { Typography } from 'antd';

type PostLinkProps = Readonly<Pick<TaskPosting, 'post_url' | 'gone_at'>>;

/** A link to the post on the creator site, or a notice that it is gone. Empty until the post was seen on its page. */
export function PostLink({ post_url, gone_at }: PostLinkProps) {
  if (gone_at) return <Typography.Text type="warning">{POST_GONE_SENTENCE}</Typography.Text>;
  if (!post_url) return null;
  return (
    <a href={post_url} target="_blank" rel="noreferrer">
      Post on the page
    </a>
  );
}
