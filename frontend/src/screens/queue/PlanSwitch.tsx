import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CheckSquareOutlined from '@ant-design/icons/CheckSquareOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { Button } from 'antd';
import type { PlanLayout } from './plan/planView.ts';
import styles from './queue.module.css';

interface PlanSwitchProps {
  readonly plan: PlanLayout | null;
  onChange(plan: PlanLayout | null): void;
}

const CHOICES = [
  { plan: null, label: 'Tasks', icon: <CheckSquareOutlined aria-hidden /> },
  { plan: 'list', label: 'List', icon: <UnorderedListOutlined aria-hidden /> },
  { plan: 'calendar', label: 'Calendar', icon: <CalendarOutlined aria-hidden /> },
] as const;

/** Switches between the tasks of the queue, and the plan of the pages as a list or a calendar. */
export function PlanSwitch({ plan: chosen, onChange }: PlanSwitchProps) {
  return (
    <fieldset aria-label="View" className={`u-wrap u-fieldset u-gap4 u-below8 ${styles.views}`}>
      {CHOICES.map(({ plan, label, icon }) => (
        <Button
          key={label}
          className={styles.choice ?? ''}
          color={plan === chosen ? 'primary' : 'default'}
          variant={plan === chosen ? 'filled' : 'text'}
          icon={icon}
          aria-pressed={plan === chosen}
          onClick={() => onChange(plan)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
