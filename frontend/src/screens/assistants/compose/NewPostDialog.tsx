import { Button } from 'antd';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { useQueueStatusQuery, useStartQueueMutation } from '../../../data/queue/queueApi.ts';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import { failureText } from '../assistantRules.ts';
import { useAddToQueue } from '../queueing/ForecastBox.tsx';
import { PostForm } from './PostForm.tsx';
import { usePost } from './usePost.ts';

const CHOOSER_ID = 'new-post-images';

export default function NewPostDialog({ onClosed, onShowQueue }: { onClosed(): void; onShowQueue(): void }) {
  const post = usePost();
  const queueing = useAddToQueue();
  const queued = queueing.data?.assistant._id === post.id ? queueing.data : undefined;
  const leave = () => {
    // An image may have been refused, or deleted again.
    if (!queued && post.flyers.length === 0) post.discard();
    onClosed();
  };
  return (
    <OpenedDialog
      name="newPost.open"
      title="New post"
      width={queued ? 480 : 1040}
      style={{ top: 16 }}
      // In the chooser of images, so that an image can be pasted at once.
      afterOpenChange={(isOpen) => isOpen && document.getElementById(CHOOSER_ID)?.focus()}
      onClosed={leave}
    >
      {(close) =>
        queued ? (
          <Queued
            message={queued.message}
            onClose={close}
            onNewPost={post.beginAnother}
            onShowQueue={() => {
              onShowQueue();
              close();
            }}
          />
        ) : (
          <PostForm
            post={post}
            chooserId={CHOOSER_ID}
            queueing={queueing}
            onDiscard={() => {
              post.discard();
              close();
            }}
          />
        )
      }
    </OpenedDialog>
  );
}

interface QueuedProps {
  readonly message: string;
  onClose(): void;
  onNewPost(): void;
  onShowQueue(): void;
}

function Queued({ message, onClose, onNewPost, onShowQueue }: QueuedProps) {
  const { data: status } = useQueueStatusQuery();
  const [start, { isLoading, error }] = useStartQueueMutation();
  const isPaused = status && !status.is_posting_active;
  return (
    <div className="u-grid u-gap16">
      <SuccessNote>{message}</SuccessNote>
      {isPaused && (
        <p className="u-notice u-tone" data-tone="warning">
          Posting is paused.
        </p>
      )}
      {error && <ErrorAlert message={failureText('Failed to start queue.', error)} />}
      <div className="u-wrap u-end u-gap8">
        <Button onClick={onShowQueue}>Show the queue</Button>
        <Button onClick={onNewPost}>New post</Button>
        <Button {...(!isPaused && { type: 'primary', autoFocus: true })} onClick={onClose}>
          Close
        </Button>
        {isPaused && (
          <Button type="primary" autoFocus disabled={isLoading} onClick={() => void start()}>
            Start Posting
          </Button>
        )}
      </div>
    </div>
  );
}
