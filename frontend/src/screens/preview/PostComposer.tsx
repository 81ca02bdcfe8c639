import type { PreviewData } from '@flyerdeck/contracts/types';
import { DEFAULT_FLYER_URL, DecodedImage } from './DecodedImage.tsx';
import { PlatformIcon, type PlatformIconName } from './PlatformIcon.tsx';
import styles from './PostComposer.module.css';

const TOOLS: readonly { name: string; icon: PlatformIconName }[] = [
  { name: 'Image', icon: 'image' },
  { name: 'Video', icon: 'video' },
  { name: 'Voice', icon: 'voice' },
  { name: 'Poll', icon: 'poll' },
  { name: 'Tag people', icon: 'tagPeople' },
  { name: 'Text style', icon: 'textStyle' },
  { name: 'Price', icon: 'price' },
];

const TILES: readonly { name: string; icon: PlatformIconName }[] = [
  { name: 'Add to story', icon: 'story' },
  { name: 'Go live', icon: 'live' },
  { name: 'Send message', icon: 'send' },
];

interface PostComposerProps {
  preview: PreviewData;
  onBack: () => void;
  onFlyerSettled: () => void;
}

export function PostComposer({ preview, onBack, onFlyerSettled }: PostComposerProps) {
  const { scheduleText } = preview;
  return (
    <main className="u-shrink u-fill" style={{ maxWidth: 720, borderRight: '1px solid #e4e9ed', background: '#fff' }}>
      <header className={`u-line u-gap8 ${styles.header}`}>
        <button type="button" className={`u-bare u-line ${styles.back}`} onClick={onBack} aria-label="Back">
          <PlatformIcon name="back" />
        </button>
        <h1 className={`u-strong u-flush u-shrink u-fill u-size18 u-nowrap ${styles.title}`}>NEW POST</h1>
        <button type="button" hidden>
          CLEAR
        </button>
        <button type="button" className={`u-strong ${styles.submit}`} disabled>
          {scheduleText ? 'SAVE' : 'POST'}
        </button>
      </header>

      <dl className="u-flush">
        <div className={`u-row ${styles.fact}`}>
          <PlatformIcon name="expiration" sizePx={20} />
          <dt>Expiration</dt>
          <dd className="u-medium">Expires in 1 day</dd>
        </div>
        {scheduleText && (
          <div className={`u-row ${styles.fact}`}>
            <PlatformIcon name="calendar" sizePx={20} />
            <dt>Scheduled for</dt>
            <dd className="u-medium">{scheduleText}</dd>
          </div>
        )}
      </dl>

      <div className={styles.flyer}>
        <DecodedImage sources={[preview.imageUrl, DEFAULT_FLYER_URL]} alt="Flyer" onSettled={onFlyerSettled} />
      </div>
      <p className={`u-flush u-break u-size16 ${styles.description}`}>{preview.description}</p>

      <div className={`u-row u-medium ${styles.labels}`}>
        <PlatformIcon name="labels" sizePx={20} />
        <span>Add labels</span>
      </div>
      <ul className={`u-list u-wrap ${styles.tools}`} aria-label="Post tools">
        {TOOLS.map(({ name, icon }) => (
          <li key={name} title={name}>
            <PlatformIcon name={icon} />
            <span className="u-hidden">{name}</span>
          </li>
        ))}
      </ul>
      <ul className={`u-list u-grid u-gap12 ${styles.tiles}`} aria-label="More ways to share">
        {TILES.map(({ name, icon }) => (
          <li key={name} className="u-line u-gap8">
            <PlatformIcon name={icon} />
            <span className="u-fine u-medium">{name}</span>
          </li>
        ))}
      </ul>
    </main>
  );
}
