import type { TaskPosting } from '@flyerdeck/contracts/types';
import { Image } from 'antd';
import { useMemo, useState } from 'react';
import { useBackButton } from '../telegram/buttons.ts';
import styles from './ui.module.css';

type Shown = Pick<TaskPosting, 'id' | 'name' | 'picture_file_id'>;

const NONE = -1;
const THUMBNAIL_WIDTH_PX = 160;

export function useScreenshots(postings: readonly Shown[]) {
  const withScreenshot = useMemo(() => postings.filter(({ picture_file_id }) => picture_file_id), [postings]);
  const items = useMemo(
    () =>
      withScreenshot.map(({ name, picture_file_id }) => ({
        src: `/api/get_image/${picture_file_id}`,
        alt: `Screenshot of the post on ${name}`,
      })),
    [withScreenshot],
  );
  const [current, setCurrent] = useState(NONE);
  const [isOpen, setIsOpen] = useState(false);
  useBackButton(() => setIsOpen(false), isOpen);
  // The accessible name of the dialog. antd passes it on, but its type does not name it.
  const name = { alt: items[current]?.alt };
  return {
    show: ({ id }: Shown) => {
      setCurrent(withScreenshot.findIndex((posting) => posting.id === id));
      setIsOpen(true);
    },
    // Stays mounted after it was closed, so that it can return the focus.
    viewer: current !== NONE && (
      <Image.PreviewGroup
        items={items}
        // Dark enough for the buttons on it, also over a light screen.
        styles={{ popup: { mask: { background: 'rgb(0 0 0 / 88%)' } } }}
        preview={{ open: isOpen, current, onChange: setCurrent, onOpenChange: setIsOpen, ...name }}
      />
    ),
  };
}

export function ScreenshotThumbnail({ posting, onOpen }: { readonly posting: Shown; readonly onOpen: () => void }) {
  const [isMissing, setIsMissing] = useState(false);
  if (!posting.picture_file_id) return null;
  if (isMissing) return <span className="u-muted">The screenshot is not available.</span>;
  return (
    <button
      type="button"
      className={styles.thumbnail}
      aria-label={`Screenshot of the post on ${posting.name}`}
      onClick={onOpen}
    >
      <img
        src={`/api/get_image/${posting.picture_file_id}?w=${THUMBNAIL_WIDTH_PX}`}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setIsMissing(true)}
      />
    </button>
  );
}
