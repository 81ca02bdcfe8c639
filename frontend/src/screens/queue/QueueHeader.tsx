import CaretRightFilled from '@ant-design/icons/CaretRightFilled';
import ClearOutlined from '@ant-design/icons/ClearOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import { Button } from 'antd';
import styles from './queue.module.css';
import { type ShowMessage, useQueueActions } from './useQueueActions.ts';
import type { QueueState } from './useQueueState.ts';

interface QueueHeaderProps {
  queue: QueueState;
  showMessage: ShowMessage;
}

/** The posting switch and Clear Completed (spec section 4, 'Posting switch' and 'Retry and archive'). */
export function QueueHeader({ queue, showMessage }: QueueHeaderProps) {
  const { isPostingActive, isSwitchUnknown, currentTaskId, counts } = queue;
  const { isSwitching, isClearing, switchPosting, clearCompleted } = useQueueActions(showMessage);
  const hasNothingToClear = !counts || (counts.completed === 0 && counts.failed === 0);
  const hasNothingToStart = !counts || counts.queue === 0;
  return (
    <header className="u-row u-spread u-gap12 u-below8">
      <div className="u-shrink">
        <h2 className={`u-flush u-bold ${styles.title}`}>Posting Queue</h2>
        <p className={`u-muted u-fine u-flush u-break ${styles.state}`} aria-live="polite">
          {isPostingActive && currentTaskId && <>Processing task: {currentTaskId}</>}
        </p>
      </div>
      <div className="u-wrap u-gap8">
        <Button
          icon={<ClearOutlined aria-hidden />}
          disabled={hasNothingToClear || isClearing}
          onClick={clearCompleted}
        >
          Clear Completed
        </Button>
        {isPostingActive ? (
          <Button icon={<PauseOutlined aria-hidden />} disabled={isSwitching} onClick={() => switchPosting('stop')}>
            Pause Posting
          </Button>
        ) : (
          <Button
            type="primary"
            icon={<CaretRightFilled aria-hidden />}
            disabled={hasNothingToStart || isSwitchUnknown || isSwitching}
            onClick={() => switchPosting('start')}
          >
            Start Posting
          </Button>
        )}
      </div>
    </header>
  );
}
