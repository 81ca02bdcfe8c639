import RightOutlined from '@ant-design/icons/RightOutlined';
import { plural } from '../../lib/plural.ts';
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
    <h3 className={`${styles.heading} ${isStriped ? styles.striped : ''}`}>
      <button type="button" className={styles.toggle} aria-expanded={!isCollapsed} onClick={onToggle}>
        <RightOutlined aria-hidden className={isCollapsed ? styles.arrow : `${styles.arrow} ${styles.open}`} />
        <span className={styles.name}>{group.name}</span>
        <span className={styles.count}>{plural(group.tasks.length, 'task')}</span>
      </button>
    </h3>
  );
}
