import styles from './QueueIllustration.module.css';

const FLYERS = [styles.rose, styles.sea, styles.sand];

const ROWS = [
  { text: 'Weekend set is live, 40% off until Sunday', page: 'Mia Lane', state: 'Posted', tone: 'success' },
  { text: 'New photo series, 24 pictures from the coast', page: 'Ava Stone', state: 'Posting', tone: 'accent' },
  { text: 'Ask me anything tonight at nine', page: 'Nora Vale', state: 'In Queue', tone: 'neutral' },
] as const;

/** An illustration of a queue with three flyers. Hidden from screen readers. */
export function QueueIllustration() {
  return (
    <div className={`u-full ${styles.stage}`} aria-hidden="true">
      <div className={`u-relative ${styles.deck}`}>
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
            <span className={`${styles.thumbnail} ${FLYERS[index]}`} />
            <span className={`u-grid u-shrink u-fill u-size14 ${styles.words}`}>
              <span className="u-ellipsis">{text}</span>
              <span className="u-ellipsis u-muted u-fine">{page}</span>
            </span>
            <span className={`u-tone u-small u-strong ${styles.state}`} data-tone={tone}>
              {state}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
