import { useLocation } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { selectEndedBecause } from '../../data/session/sessionSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { authErrorOf } from './authErrors.ts';
import { HowItWorks } from './HowItWorks.tsx';
import styles from './LandingScreen.module.css';
import { Pricing } from './Pricing.tsx';
import { QueueIllustration } from './QueueIllustration.tsx';
import { SignInCard } from './SignInCard.tsx';

const PrivacyNotice = lazyPart(() => import('./PrivacyNotice.tsx'));

/** The public landing page with the sign-in (spec sections 1 and 2, Login). */
export default function LandingScreen() {
  const endedBecause = useAppSelector(selectEndedBecause);
  const error = authErrorOf(useLocation()) ?? endedBecause;
  const [isReadingPrivacy, setIsReadingPrivacy] = useUiState('privacyNotice', false);
  return (
    <div className={`u-size16 ${styles.page}`}>
      <div className={styles.container}>
        <header className={`u-line u-gap10 u-size18 u-bold ${styles.header}`}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Flyerdeck
        </header>
        <main>
          <div className={`u-stack ${styles.hero}`}>
            <div className="u-shrink">
              <h1 className={`u-flush ${styles.headline}`}>Your flyers, posted on every page, on time.</h1>
              <p className={`u-muted ${styles.lead}`}>
                Flyerdeck posts your promotional flyers to your creator pages by your rules and sends you a screenshot
                of every post. You run it from Telegram or from any browser.
              </p>
              <SignInCard error={error} />
            </div>
            <div className={`u-line ${styles.illustration}`}>
              <QueueIllustration />
            </div>
          </div>
          <div className={`u-grid ${styles.sections}`}>
            <HowItWorks />
            <Pricing />
          </div>
        </main>
        <footer className={`u-muted u-size14 ${styles.footer}`}>
          <p className="u-flush">
            Flyerdeck posts promotional flyers to creators' pages: rules, queue, credits, screenshots.
          </p>
          <button
            type="button"
            className={styles.link}
            aria-haspopup="dialog"
            onClick={() => setIsReadingPrivacy(true)}
          >
            Privacy and data
          </button>
          {isReadingPrivacy && <PrivacyNotice onClose={() => setIsReadingPrivacy(false)} />}
        </footer>
      </div>
    </div>
  );
}
