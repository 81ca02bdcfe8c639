import type { PreviewData } from '@flyerdeck/contracts/types';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PlatformNav } from './PlatformNav.tsx';
import { PostComposer } from './PostComposer.tsx';
import styles from './PreviewScreen.module.css';
import { usePageReady } from './usePageReady.ts';

/** The post as the platform shows it; marks the page ready once both images and the fonts are painted. */
export function PreviewPost({ preview }: { preview: PreviewData }) {
  const navigate = useNavigate();
  const [avatarSettled, setAvatarSettled] = useState(false);
  const [flyerSettled, setFlyerSettled] = useState(false);
  usePageReady(avatarSettled && flyerSettled ? 'settled' : 'waiting');

  return (
    <div className={styles.screen}>
      <PlatformNav preview={preview} onAvatarSettled={() => setAvatarSettled(true)} />
      <PostComposer preview={preview} onBack={() => navigate(-1)} onFlyerSettled={() => setFlyerSettled(true)} />
    </div>
  );
}
