import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS, WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts/values/credits';
import styles from './Pricing.module.css';

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

export function Pricing() {
  return (
    <section aria-labelledby="pricing">
      <h2 id="pricing" className="u-below8">
        Pay for days, not for posts
      </h2>
      <p className={`u-muted ${styles.lead}`}>
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
