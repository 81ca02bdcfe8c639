import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../../app/hooks.ts';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { errorSentence } from '../../../data/apiError.ts';
import { useSendComputerLinkMutation } from '../../../data/session/accountApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { openOutside } from '../../../telegram/openOutside.ts';
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
