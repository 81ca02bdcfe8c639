import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { Button } from 'antd';
import styles from '../pages.module.css';
import type { PagesLayout } from './pagesView.ts';

interface LayoutSwitchProps {
  readonly layout: PagesLayout;
  onChange(layout: PagesLayout): void;
}

const LAYOUTS = [
  { layout: 'grid', label: 'Grid', icon: <AppstoreOutlined aria-hidden /> },
  { layout: 'table', label: 'Table', icon: <UnorderedListOutlined aria-hidden /> },
] as const;

/** Switches between cards and table. */
export function LayoutSwitch({ layout: chosen, onChange }: LayoutSwitchProps) {
  return (
    <fieldset aria-label="Layout" className={`u-line u-flush ${styles.layouts}`}>
      {LAYOUTS.map(({ layout, label, icon }) => (
        <Button
          key={layout}
          color={layout === chosen ? 'primary' : 'default'}
          variant={layout === chosen ? 'filled' : 'text'}
          icon={icon}
          aria-label={label}
          title={label}
          aria-pressed={layout === chosen}
          onClick={() => onChange(layout)}
        />
      ))}
    </fieldset>
  );
}
