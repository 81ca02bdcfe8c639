import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CheckSquareOutlined from '@ant-design/icons/CheckSquareOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { ButtonSwitch } from '../../ui/ButtonSwitch.tsx';
import type { PlanLayout } from './plan/planView.ts';
import styles from './queue.module.css';

const CHOICES = [
  { value: null, label: 'Tasks', icon: <CheckSquareOutlined aria-hidden /> },
  { value: 'list', label: 'List', icon: <UnorderedListOutlined aria-hidden /> },
  { value: 'calendar', label: 'Calendar', icon: <CalendarOutlined aria-hidden /> },
] as const;

/** Switches between the tasks of the queue, and the plan of the pages as a list or a calendar. */
export const PlanSwitch = (props: { readonly chosen: PlanLayout | null; onChange(plan: PlanLayout | null): void }) => (
  <ButtonSwitch label="View" choices={CHOICES} className={`u-line u-gap4 ${styles.views}`} {...props} />
);
