import type { CurrentUser } from '@flyerdeck/contracts/types';
import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/values/credits';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { endFirstSteps } from '../../data/request/storage.ts';
import { openOutside } from '../../telegram/openOutside.ts';
import styles from './FirstSteps.module.css';
import { FIRST_STEPS, type FirstStep, useFirstSteps } from './useFirstSteps.ts';
import type { View } from './views.ts';

interface FirstStepsProps {
  readonly person: CurrentUser;
  onShow(view: View): void;
  onLinkPage(): void;
}

interface StepContent {
  readonly title: string;
  readonly text: string;
  readonly actions: ReactNode;
}

const contentOf = ({ onShow, onLinkPage }: FirstStepsProps): Readonly<Record<FirstStep, StepContent>> => ({
  extension: {
    title: 'Get the extension',
    text: 'On the computer that is to post, unpack it, load it in Chrome, and open your page: it shows a token.',
    actions: (
      <Button href="/extension.zip" download onClick={openOutside}>
        Get extension.zip
      </Button>
    ),
  },
  page: {
    title: 'Link a page',
    text: 'Paste the token here, and the page is yours to post on.',
    actions: <Button onClick={onLinkPage}>Paste the token</Button>,
  },
  flyer: {
    title: 'Send a flyer',
    text: 'A picture and its text: to the bot in Telegram, or right here.',
    actions: (
      <>
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
        <Button onClick={() => onShow('assistants')}>Upload here</Button>
      </>
    ),
  },
  queue: {
    title: 'Start posting',
    text: `Choose pages for the flyer, add it to the queue, then switch posting on. ${PAGE_DAY_CREDITS} credits pay a page for 24 hours.`,
    actions: (
      <>
        <Button onClick={() => onShow('assistants')}>Choose its pages</Button>
        <Button onClick={() => onShow('queue')}>Open the queue</Button>
      </>
    ),
  },
});

/**
 * The first steps of a new account. Steps are marked as done from the account's data. The list is not shown again after
 * all steps are done or the user hid it.
 */
export default function FirstSteps(props: FirstStepsProps) {
  const titleId = useId();
  const done = useFirstSteps();
  const [isDismissed, setIsDismissed] = useState(false);
  const { telegram_id: telegramId } = props.person;
  const left = done && FIRST_STEPS.filter((step) => !done[step]);
  const isOver = isDismissed || left?.length === 0;
  useEffect(() => {
    if (isOver) endFirstSteps(telegramId);
  }, [isOver, telegramId]);
  if (!left || isOver) return null;

  const content = contentOf(props);
  return (
    <section aria-labelledby={titleId} className={`u-page ${styles.wrapper}`}>
      <div className={`u-card ${styles.card}`}>
        <div className={`u-line u-gap12 ${styles.head}`}>
          <h2 id={titleId} className="u-title">
            First steps
          </h2>
          <p className="u-muted u-tabular u-flush u-fill">
            {FIRST_STEPS.length - left.length} of {FIRST_STEPS.length} done
          </p>
          <Button type="text" size="small" onClick={() => setIsDismissed(true)}>
            Hide
          </Button>
        </div>
        <ol className={`u-list u-grid u-gap12 ${styles.steps}`}>
          {FIRST_STEPS.map((step) => {
            const { title, text, actions } = content[step];
            const isDone = !left.includes(step);
            const isNext = step === left[0];
            return (
              <li
                key={step}
                className={`u-gap10 ${styles.step}`}
                data-done={isDone}
                aria-current={isNext ? 'step' : undefined}
              >
                {isDone ? (
                  <svg className={styles.tick} viewBox="0 0 20 20" role="img" aria-label="Done:">
                    <path d="M5.5 10.5l3 3 6-7" />
                  </svg>
                ) : (
                  <span className={styles.circle} aria-hidden="true" />
                )}
                <div className="u-shrink">
                  <h3 className={`u-medium u-flush u-size14 ${styles.name}`}>{title}</h3>
                  {isNext && (
                    <>
                      <p className={`u-muted ${styles.text}`}>{text}</p>
                      <div className="u-wrap u-gap8">{actions}</div>
                    </>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
