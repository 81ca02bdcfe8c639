import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/credits.values';
import type { Assistant, CurrentUser, QueueInfo, QueueStatus } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppSelector, useMediaQuery } from '../../../app/hooks.ts';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { JUST_READ_SECONDS } from '../../../data/api.ts';
import { errorSentence } from '../../../data/apiError.ts';
import { selectAllAssistants, useListAssistantsQuery } from '../../../data/assistants/assistantsSlice.ts';
import { useListUserPagesQuery } from '../../../data/pages/pagesApi.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { useQueueInfoQuery, useQueueStatusQuery } from '../../../data/queue/queueApi.ts';
import { endOffer } from '../../../data/request/userStorage.ts';
import { useSendComputerLinkMutation } from '../../../data/session/accountApi.ts';
import { openOutside } from '../../../telegram/openOutside.ts';
import { useTokenScan } from '../../../telegram/phone.ts';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import type { DialogName, View } from '../views.ts';
import styles from './FirstSteps.module.css';

interface FirstStepsProps {
  readonly person: CurrentUser;
  onShow(view: View): void;
  onOpen(dialog: DialogName): void;
  onLinkPage(): void;
}

const TITLES: Readonly<Record<FirstStep, string>> = {
  page: 'Link a page',
  flyer: 'Add a flyer',
  queue: 'Queue it',
  start: 'Switch posting on',
};

export default function FirstSteps(props: FirstStepsProps) {
  const done = useFirstSteps();
  const titleId = useId();
  const [isDismissed, setIsDismissed] = useState(false);
  const { telegram_id: telegramId } = props.person;
  const left = done && FIRST_STEPS.filter((step) => !done[step]);
  const isOver = isDismissed || left?.length === 0;
  useEffect(() => {
    if (isOver) endOffer('first_steps', telegramId);
  }, [isOver, telegramId]);
  const next = left?.[0];
  if (!next || isOver) return null;

  return (
    <section aria-labelledby={titleId} className={`u-page ${styles.section}`}>
      <div className={`u-card u-stack u-gap12 ${styles.card}`}>
        <div className="u-line u-gap12">
          <div className="u-fill">
            <h2 id={titleId} className="u-title">
              First steps
            </h2>
            <p className="u-muted u-tabular u-flush u-fine">
              {FIRST_STEPS.length - left.length} of {FIRST_STEPS.length} done
            </p>
          </div>
          <Button type="text" size="small" onClick={() => setIsDismissed(true)}>
            Hide
          </Button>
        </div>
        <progress
          className="u-full"
          style={{ height: 6, accentColor: 'var(--fd-accent)' }}
          max={FIRST_STEPS.length}
          value={FIRST_STEPS.length - left.length}
          aria-labelledby={titleId}
        />
        <h3 className="u-medium u-flush" style={{ fontSize: 15 }}>
          {TITLES[next]}
        </h3>
        {contentOf(next, props)}
      </div>
    </section>
  );
}

function contentOf(step: FirstStep, { onShow, onOpen, onLinkPage }: FirstStepsProps): ReactNode {
  const toAssistants = <Button onClick={() => onShow('assistants')}>Show assistants</Button>;
  switch (step) {
    case 'page':
      return <LinkStep onLinkPage={onLinkPage} onShowRunners={() => onOpen('runners')} />;
    case 'flyer':
      return (
        <Step text="A picture and its text: here, or by the bot in Telegram.">
          <Button type="primary" onClick={() => onOpen('new-post')}>
            New post
          </Button>
          {webAppSettings.botUsername && (
            <Button
              href={`https://t.me/${webAppSettings.botUsername}`}
              target="_blank"
              rel="noreferrer"
              onClick={openOutside}
            >
              Open the bot
            </Button>
          )}
        </Step>
      );
    case 'queue':
      return (
        <Step text={`Choose its pages, then add it to the queue. ${PAGE_DAY_CREDITS} credits pay a page for 24 hours.`}>
          {toAssistants}
        </Step>
      );
    case 'start':
      return (
        <Step text="What is in the queue is posted while posting is on.">
          <Button type="primary" onClick={() => onShow('queue')}>
            Show the queue
          </Button>
        </Step>
      );
  }
}

const Step = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <>
    <p className={`u-muted u-flush ${styles.text}`}>{text}</p>
    <div className="u-wrap u-gap8">{children}</div>
  </>
);

const FIRST_STEPS = ['page', 'flyer', 'queue', 'start'] as const;
type FirstStep = (typeof FIRST_STEPS)[number];

type StepsDone = Readonly<Record<FirstStep, boolean>>;

interface Account {
  readonly pagesCount: number;
  readonly assistants: readonly Pick<Assistant, 'status' | 'active_task_count' | 'archived_task_count'>[];
  readonly info: QueueInfo;
  readonly status: Pick<QueueStatus, 'is_posting_active'>;
}

function stepsDone({ pagesCount, assistants, info, status }: Account): StepsDone {
  const hasPosted = info.in_progress_count + info.posted_count + info.completed_count + info.failed_count > 0;
  return {
    page: pagesCount > 0,
    flyer: assistants.some(({ active_task_count, archived_task_count }) => active_task_count + archived_task_count > 0),
    queue: hasPosted || info.queue_count > 0 || assistants.some((assistant) => assistant.status !== 'waiting'),
    start: hasPosted || status.is_posting_active,
  };
}

// Flyers may be added by the bot and pages by the extension while the window has no focus.
const REFETCH_ON_FOCUS = { refetchOnMountOrArgChange: JUST_READ_SECONDS, refetchOnFocus: true };

/** Null until all data is loaded, and while a query fails: a list with wrong steps must not be shown. */
function useFirstSteps(): StepsDone | null {
  const pages = useListUserPagesQuery(undefined, REFETCH_ON_FOCUS);
  const assistants = useListAssistantsQuery(undefined, REFETCH_ON_FOCUS);
  const { data: info } = useQueueInfoQuery(undefined, REFETCH_ON_FOCUS);
  const { data: status } = useQueueStatusQuery(undefined, REFETCH_ON_FOCUS);
  const pagesCount = useAppSelector(selectAllPages).length;
  const allAssistants = useAppSelector(selectAllAssistants);
  if (!pages.data || !assistants.data || !info || !status) return null;
  return stepsDone({ pagesCount, assistants: allAssistants, info, status });
}

interface LinkStepProps {
  onLinkPage(): void;
  onShowRunners(): void;
}

function LinkStep(props: LinkStepProps) {
  const isPhone = useMediaQuery('(pointer: coarse) and (hover: none)');
  return isPhone ? <OnPhone {...props} /> : <OnComputer {...props} />;
}

function OnPhone({ onLinkPage }: LinkStepProps) {
  const [send, { data, error, isLoading }] = useSendComputerLinkMutation();
  const navigate = useNavigate();
  // Opens the dialog (useGivenToken.ts).
  const scan = useTokenScan((token) => navigate(`/?view=pages#link=${encodeURIComponent(token)}`));
  return (
    <>
      <p className={`u-muted u-flush ${styles.text}`}>
        The browser that posts runs on a computer. Open {window.location.host} there. The extension shows a token.
      </p>
      <div className="u-wrap u-gap8">
        {webAppSettings.botUsername && (
          <Button type="primary" disabled={isLoading} onClick={() => void send()}>
            Send me the link for my computer
          </Button>
        )}
        <Button onClick={scan ?? onLinkPage}>{scan ? 'Scan the token' : 'Paste the token'}</Button>
      </div>
      {data && <SuccessNote>{data.message}</SuccessNote>}
      {error && <ErrorAlert message={errorSentence(error, 'Failed to send the link')} />}
    </>
  );
}

const OnComputer = ({ onLinkPage, onShowRunners }: LinkStepProps) => (
  <ul className={`u-list u-grid u-gap12 ${styles.ways}`} aria-label="Ways to link">
    <Way title="Up to 5 pages: the extension" text="Unpack it, load it in Chrome and open your page. It shows a token.">
      <Button type="primary" href="/extension.zip" download onClick={openOutside}>
        Get extension.zip
      </Button>
      <Button onClick={onLinkPage}>Paste the token</Button>
    </Way>
    <Way title="More pages: the runner" text="One program runs the browsers of all pages. Each sleeps without work.">
      <Button onClick={onShowRunners}>Set up a runner</Button>
    </Way>
  </ul>
);

interface WayProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const Way = ({ title, text, children }: WayProps) => (
  <li className={`u-card u-stack u-gap8 ${styles.way}`}>
    <p className="u-medium u-flush">{title}</p>
    <p className="u-muted u-flush">{text}</p>
    <div className="u-wrap u-gap8">{children}</div>
  </li>
);
