import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS, WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts/credits.values';
import { useLocation } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { selectEndedBecause } from '../../data/session/sessionSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { authErrorOf } from './authErrors.ts';
import styles from './LandingScreen.module.css';
import { SignInCard } from './SignInCard.tsx';

const PrivacyNotice = lazyPart(() => import('./PrivacyNotice.tsx'));
const RestoreBackup = lazyPart(() => import('./RestoreBackup.tsx'));

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
              {webAppSettings.backupMadeAt && <RestoreBackup />}
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
        <footer className="u-muted u-size14" style={{ padding: '24px 0', borderTop: '1px solid var(--fd-border)' }}>
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

const STEPS = [
  {
    title: 'Link your pages',
    text: 'Install the browser extension, copy its linking token and paste it here. Tag pages to address many at once.',
    outline:
      'M10 13.5a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10.5a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  },
  {
    title: 'Send your flyers',
    text: 'Send pictures with their text to the Telegram bot, or drop them into the web app. Many at a time.',
    outline: 'M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 15.5v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-3',
  },
  {
    title: 'Set the rules and start',
    text: 'Choose pages or tags, delays and repeats. Flyerdeck posts by itself and sends you a screenshot of every post.',
    outline: 'M7 4.8v14.4L19 12z',
  },
] as const;

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <h2 id="how-it-works" style={{ margin: '0 0 24px' }}>
        How it works
      </h2>
      <ol className="u-list u-stack u-gap16">
        {STEPS.map(({ title, text, outline }, index) => (
          <li key={title} className={`u-card ${styles.step}`}>
            <div className="u-line u-spread">
              <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
                <path d={outline} />
              </svg>
              <span className={`u-strong u-tabular ${styles.number}`} aria-hidden="true">
                {index + 1}
              </span>
            </div>
            <h3>{title}</h3>
            <p className="u-muted u-flush">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Offer {
  name: string;
  price: string;
  facts: readonly string[];
  isMostPopular?: boolean;
}

/** The offers of the landing page (spec section 1). The credits tab loads its packages from the server instead. */
const OFFERS: readonly Offer[] = [
  {
    name: 'Free start',
    price: 'Free',
    facts: [
      `${WELCOME_BONUS_CREDITS} credits`,
      `About ${WELCOME_BONUS_CREDITS / PAGE_DAY_CREDITS} pages for 1 day`,
      'Yours with your first sign-in',
    ],
  },
  {
    name: 'Basic Pack',
    price: '$49.99',
    facts: ['3000 credits', '10 pages for 30 days', 'For a steady daily schedule'],
    isMostPopular: true,
  },
  {
    name: 'Enterprise',
    price: '$199.99',
    facts: ['16,500 credits', '50+ pages for 30 days', 'With a 1500 bonus'],
  },
];

const TERMS = ['Credits do not expire', 'Purchases are non-refundable', 'Support answers within 24-48 hours'] as const;

function Pricing() {
  return (
    <section aria-labelledby="pricing">
      <h2 id="pricing" className="u-below8">
        Pay for days, not for posts
      </h2>
      <p className="u-muted" style={{ margin: '0 0 24px' }}>
        {PAGE_DAY_CREDITS} credits buy {PAGE_DAY_HOURS} hours of unlimited posting to one page.
      </p>
      <ul className="u-list u-stack u-gap16" aria-label="Credit packages">
        {OFFERS.map((offer) => (
          <li key={offer.name} className={`u-card ${styles.offer} ${offer.isMostPopular ? styles.popular : ''}`}>
            <h3 className="u-flush">{offer.name}</h3>
            {offer.isMostPopular && <span className={`u-fine u-strong ${styles.popularMark}`}>Most popular</span>}
            <p className={`u-tabular u-bold ${styles.price}`}>{offer.price}</p>
            <ul className={`u-list u-grid u-gap10 ${styles.facts}`}>
              {offer.facts.map((fact) => (
                <li key={fact} className="u-top u-muted">
                  <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d="m3.5 8.5 3 3 6-7" />
                  </svg>
                  <span>{fact}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <ul className={`u-list u-wrap u-muted u-size14 ${styles.terms}`} aria-label="Terms">
        {TERMS.map((term) => (
          <li key={term} className="u-line">
            {term}
          </li>
        ))}
      </ul>
    </section>
  );
}

const FLYERS = [styles.rose, styles.sea, styles.sand];

const ROWS = [
  { text: 'Weekend set is live, 40% off until Sunday', page: 'Mia Lane', state: 'Posted', tone: 'success' },
  { text: 'New photo series, 24 pictures from the coast', page: 'Ava Stone', state: 'Posting', tone: 'accent' },
  { text: 'Ask me anything tonight at nine', page: 'Nora Vale', state: 'In Queue', tone: 'neutral' },
] as const;

function QueueIllustration() {
  return (
    <div className="u-full" style={{ maxWidth: 480 }} aria-hidden="true">
      <div className="u-relative" style={{ height: 176 }}>
        {FLYERS.map((picture) => (
          <span key={picture} className={`${styles.flyer} ${picture}`} />
        ))}
      </div>
      <div className={`u-card u-relative ${styles.queue}`}>
        <div className={`u-line u-spread u-muted u-fine u-gap12 ${styles.head}`}>
          <strong className="u-title">Friday promo</strong>
          <span>3 tasks</span>
        </div>
        {ROWS.map(({ text, page, state, tone }, index) => (
          <div key={page} className={`u-line u-gap12 ${styles.row}`}>
            <span className={`${FLYERS[index]} ${styles.picture}`} />
            <span className="u-grid u-shrink u-fill u-size14" style={{ lineHeight: '20px' }}>
              <span className="u-ellipsis">{text}</span>
              <span className="u-ellipsis u-muted u-fine">{page}</span>
            </span>
            <span
              className="u-tone u-small u-strong u-muted"
              style={{
                flex: 'none',
                padding: '0 8px',
                borderRadius: 6,
                lineHeight: '24px',
                background: 'var(--fd-hover)',
              }}
              data-tone={tone}
            >
              {state}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
