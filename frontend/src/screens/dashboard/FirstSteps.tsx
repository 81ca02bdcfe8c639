import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/limits';
import type { CurrentUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { buildFlags } from '../../app/buildFlags.ts';
import { endFirstSteps } from '../../data/session/storage.ts';
import { openOutside } from '../../telegram/openOutside.ts';
import { FirstStepItem } from './FirstStepItem.tsx';
import styles from './FirstSteps.module.css';
import { FIRST_STEPS, type FirstStep, type StepsDone, useFirstSteps } from './useFirstSteps.ts';
import type { View } from './views.ts';

interface FirstStepsProps {
  readonly person: CurrentUser;
  onShow(view: View): void;
  onLinkPage(): void;
}

interface Words {
  readonly title: string;
  readonly text: string;
}

const WORDS: Readonly<Record<FirstStep, Words>> = {
  extension: {
    title: 'Get the extension',
    text: 'On the computer that is to post, unpack it, load it in Chrome, and open your page: it shows a token.',
  },
  page: { title: 'Link a page', text: 'Paste the token here, and the page is yours to post on.' },
  flyer: {
    title: 'Send a flyer',
    text: 'A picture and its text: to the bot in Telegram, or right here.',
  },
  queue: {
    title: 'Start posting',
    text: `Choose pages for the flyer, add it to the queue, then switch posting on. ${PAGE_DAY_CREDITS} credits pay a page for 24 hours.`,
  },
};

/**
 * What a new account needs, in order; ticks itself from what the account holds. Gone for good, for this person, once
 * everything is done or the person has seen enough of it.
 */
export function FirstSteps({ person, onShow, onLinkPage }: FirstStepsProps) {
  const titleId = useId();
  const done = useFirstSteps();
  const [isDismissed, setIsDismissed] = useState(false);
  const isComplete = done !== null && FIRST_STEPS.every((step) => done[step]);
  const { telegram_id: telegramId } = person;
  useEffect(() => {
    if (isComplete) endFirstSteps(telegramId);
  }, [isComplete, telegramId]);
  if (!done || isComplete || isDismissed) return null;

  const dismiss = () => {
    endFirstSteps(telegramId);
    setIsDismissed(true);
  };
  return (
    <section aria-labelledby={titleId} className={`u-page ${styles.place}`}>
      <div className={`u-card ${styles.card}`}>
        <div className={styles.head}>
          <h2 id={titleId} className="u-title">
            First steps
          </h2>
          <p className={`u-muted u-tabular u-flush ${styles.count}`}>{countText(done)}</p>
          <Button type="text" size="small" onClick={dismiss}>
            Hide
          </Button>
        </div>
        <ol className={`u-list u-grid u-gap12 ${styles.steps}`}>
          {FIRST_STEPS.map((step) => (
            <FirstStepItem
              key={step}
              {...WORDS[step]}
              isDone={done[step]}
              isNext={step === nextOf(done)}
              actions={actionsOf(step, { onShow, onLinkPage })}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

const nextOf = (done: StepsDone): FirstStep | undefined => FIRST_STEPS.find((step) => !done[step]);

const countText = (done: StepsDone): string =>
  `${FIRST_STEPS.filter((step) => done[step]).length} of ${FIRST_STEPS.length} done`;

function actionsOf(step: FirstStep, { onShow, onLinkPage }: Pick<FirstStepsProps, 'onShow' | 'onLinkPage'>): ReactNode {
  switch (step) {
    case 'extension':
      return (
        <Button href="/extension.zip" download onClick={openOutside}>
          Get extension.zip
        </Button>
      );
    case 'page':
      return <Button onClick={onLinkPage}>Paste the token</Button>;
    case 'flyer':
      return (
        <>
          {buildFlags.botUsername && (
            <Button
              href={`https://t.me/${buildFlags.botUsername}`}
              target="_blank"
              rel="noreferrer"
              onClick={openOutside}
            >
              Open the bot
            </Button>
          )}
          <Button onClick={() => onShow('assistants')}>Upload here</Button>
        </>
      );
    case 'queue':
      return (
        <>
          <Button onClick={() => onShow('assistants')}>Choose its pages</Button>
          <Button onClick={() => onShow('queue')}>Open the queue</Button>
        </>
      );
  }
}
