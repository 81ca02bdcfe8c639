import type { ComponentProps } from 'react';
import styles from '../list/pagesTable.module.css';

interface PageMenuButtonProps extends ComponentProps<'button'> {
  readonly name: string;
  readonly isOpen: boolean;
}

/** Not antd's button, because a row has few elements. */
export const PageMenuButton = ({ name, isOpen, ...button }: PageMenuButtonProps) => (
  <button
    {...button}
    type="button"
    className={`u-bare u-muted ${styles.menu}`}
    aria-label={`Actions of ${name}`}
    aria-haspopup="menu"
    aria-expanded={isOpen}
  >
    •••
  </button>
);
