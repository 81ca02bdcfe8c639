import { Typography } from 'antd';
import type { ReactNode } from 'react';
import styles from './CopyableId.module.css';

interface CopyableIdProps {
  readonly id: string;
  /** What the id is of: 'page'. */
  readonly what: string;
  readonly children?: ReactNode;
}

/** An id with a button that copies it. */
export const CopyableId = ({ id, what, children = id }: CopyableIdProps) => (
  <Typography.Text
    className={styles.copyable}
    copyable={{ text: id, tooltips: [`Copy the id of the ${what}`, 'Copied'] }}
  >
    {children}
  </Typography.Text>
);
