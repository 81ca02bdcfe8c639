import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '../../../app/hooks.ts';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { errorSentence } from '../../../data/apiError.ts';
import { useSendComputerLinkMutation } from '../../../data/session/accountApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { openOutside } from '../../../telegram/openOutside.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import styles from './FirstSteps.module.css';

const QrCode = lazyPart(() => import('./QrCode.tsx'));

interface LinkStepProps {
  onLinkPage(): void;
  onShowRunners(): void;
}

export function LinkStep(props: LinkStepProps) {
  const isPhone = useMediaQuery('(pointer: coarse) and (hover: none)');
  return isPhone ? <OnPhone {...props} /> : <OnComputer {...props} />;
}

function OnPhone({ onLinkPage }: LinkStepProps) {
  const [send, { data, error, isLoading }] = useSendComputerLinkMutation();
  const [isQrShown, setIsQrShown] = useUiState('firstSteps.qr', false);
  return (
    <>
      <p className={`u-muted u-flush ${styles.text}`}>The browser that posts runs on a computer. Go on there.</p>
      <div className="u-wrap u-gap8">
        {webAppSettings.botUsername && (
          <Button type="primary" disabled={isLoading} onClick={() => void send()}>
            Send me the link for my computer
          </Button>
        )}
        <Button aria-expanded={isQrShown} onClick={() => setIsQrShown(!isQrShown)}>
          QR code
        </Button>
        <Button onClick={onLinkPage}>Paste the token</Button>
      </div>
      {data && <SuccessNote>{data.message}</SuccessNote>}
      {error && <ErrorAlert message={errorSentence(error, 'Failed to send the link')} />}
      {isQrShown && <QrCode address={window.location.origin} />}
    </>
  );
}

type Amount = 'few' | 'many';

/** The extension for a few pages, the runner for many: the right one first. */
function OnComputer({ onLinkPage, onShowRunners }: LinkStepProps) {
  const [amount, setAmount] = useState<Amount>('few');
  const extension = (
    <Way
      key="few"
      title="The extension"
      text="Unpack it, load it in Chrome and open your page. It shows a token."
      isFirst={amount === 'few'}
    >
      <Button href="/extension.zip" download onClick={openOutside} {...(amount === 'few' ? PRIMARY : {})}>
        Get extension.zip
      </Button>
      <Button onClick={onLinkPage}>Paste the token</Button>
    </Way>
  );
  const runner = (
    <Way
      key="many"
      title="The runner"
      text="One program runs the browsers of all pages. Each sleeps without work."
      isFirst={amount === 'many'}
    >
      <Button onClick={onShowRunners} {...(amount === 'many' ? PRIMARY : {})}>
        Set up a runner
      </Button>
    </Way>
  );
  return (
    <>
      <div className={styles.amount}>
        <SelectField
          label="How many pages?"
          value={amount}
          options={[
            ['few', 'Up to 5'],
            ['many', 'More than 5'],
          ]}
          onChange={(value) => setAmount(value as Amount)}
        />
      </div>
      <ul className={`u-list u-grid u-gap12 ${styles.ways}`} aria-label="Ways to link">
        {amount === 'few' ? [extension, runner] : [runner, extension]}
      </ul>
    </>
  );
}

const PRIMARY = { type: 'primary' } as const;

interface WayProps {
  readonly title: string;
  readonly text: string;
  readonly isFirst: boolean;
  readonly children: ReactNode;
}

const Way = ({ title, text, isFirst, children }: WayProps) => (
  <li className={`u-card u-stack u-gap8 ${styles.way}`} data-first={isFirst}>
    <p className="u-medium u-flush">{title}</p>
    <p className="u-muted u-flush">{text}</p>
    <div className="u-wrap u-gap8">{children}</div>
  </li>
);
