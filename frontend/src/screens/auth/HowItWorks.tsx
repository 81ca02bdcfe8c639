import styles from './HowItWorks.module.css';

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

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <h2 id="how-it-works" className={styles.heading}>
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
