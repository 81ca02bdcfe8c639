import RightOutlined from '@ant-design/icons/RightOutlined';
import { counted } from '../../lib/counted.ts';
import disclosure from '../../ui/disclosure.module.css';
import styles from './GroupHeader.module.css';
import type { TaskGroup } from './groupTasks.ts';

interface GroupHeaderProps {
  group: TaskGroup;
  isStriped: boolean;
  isCollapsed: boolean;
  onToggle: () => void;
}

export function GroupHeader({ group, isStriped, isCollapsed, onToggle }: GroupHeaderProps) {
  return (
    <h3 className={`u-flush ${styles.heading} ${isStriped ? styles.striped : ''}`}>
      <button
        type="button"
        className={`${disclosure.toggle} ${styles.toggle}`}
        aria-expanded={!isCollapsed}
        onClick={onToggle}
      >
        <RightOutlined aria-hidden className={disclosure.arrow} />
        <span className={disclosure.name}>{group.name}</span>
        <span className={`u-muted u-tabular ${styles.count}`}>{counted(group.tasks.length, 'task')}</span>
      </button>
    </h3>
  );
}
