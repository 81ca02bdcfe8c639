import { Button } from 'antd';
import { useState } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { selectPickerPages } from '../../../data/pages/pagesSlice.ts';
import { PageAvatar } from '../../../ui/PageAvatar.tsx';
import { type FlyerSource, useFlyerText } from '../flyers/useFlyerText.ts';
import styles from './compose.module.css';
import type { Post } from './usePost.ts';

const IMAGE_WIDTH_PX = 800;

const imageOf = ({ task, upload }: FlyerSource): string | null =>
  upload ? upload.previewUrl : task.file_id && `/api/get_image/${task.file_id}?w=${IMAGE_WIDTH_PX}`;

/** One of the flyers as it looks on its first page. */
export function PostPreview({ post: { id, flyers, rules } }: { readonly post: Post }) {
  const [wanted, setWanted] = useState(0);
  const position = Math.min(wanted, flyers.length - 1);
  const flyer = flyers[position];
  const page = useAppSelector(selectPickerPages).find(({ id: guid }) => guid === rules.target_pages[0]);
  const name = page?.name ?? (rules.target_tags[0] ? `#${rules.target_tags[0]}` : 'Your page');
  if (!flyer) return null;
  return (
    <section className={`u-stack u-gap8 ${styles.column}`} aria-label="Preview">
      <div className="u-row u-spread u-gap8">
        <h3 className="u-title">Preview</h3>
        {flyers.length > 1 && (
          <div className="u-line u-gap4 u-tabular">
            <Button size="small" disabled={position === 0} onClick={() => setWanted(position - 1)}>
              Previous
            </Button>
            <span className="u-fine u-muted" role="status">
              {position + 1} of {flyers.length}
            </span>
            <Button size="small" disabled={position === flyers.length - 1} onClick={() => setWanted(position + 1)}>
              Next
            </Button>
          </div>
        )}
      </div>
      <article className={`u-card u-stack u-gap8 ${styles.preview}`}>
        <p className="u-line u-gap8 u-flush u-strong">
          <PageAvatar url={page?.avatarUrl ?? null} sizePx={32} />
          <span className="u-ellipsis">{name}</span>
        </p>
        <PreviewText key={flyer.key} flyer={flyer} id={id} />
        <img className={styles.image} src={imageOf(flyer) ?? ''} alt={`Flyer ${position + 1}`} />
      </article>
    </section>
  );
}

function PreviewText({ flyer, id }: { readonly flyer: FlyerSource; readonly id: string }) {
  const { value } = useFlyerText(flyer, id);
  return value && <p className={`u-flush u-break ${styles.text}`}>{value}</p>;
}
