import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { ButtonSwitch } from '../../../ui/ButtonSwitch.tsx';
import styles from '../pages.module.css';
import type { PagesLayout } from './pagesView.ts';

const LAYOUTS = [
  { value: 'grid', label: 'Grid', icon: <AppstoreOutlined aria-hidden /> },
  { value: 'table', label: 'Table', icon: <UnorderedListOutlined aria-hidden /> },
] as const;

export const LayoutSwitch = (props: { readonly chosen: PagesLayout; onChange(layout: PagesLayout): void }) => (
  <ButtonSwitch label="Layout" choices={LAYOUTS} hasOnlyIcons className={`u-line ${styles.layouts}`} {...props} />
);
