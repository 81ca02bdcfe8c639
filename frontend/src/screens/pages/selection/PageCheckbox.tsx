import checkbox from '../../../ui/checkbox.module.css';
import styles from './PageCheckbox.module.css';

interface PageCheckboxProps {
  readonly name: string;
  readonly isSelected: boolean;
  /** `reach`: Shift was held, so everything from the page touched before is meant. */
  onToggle(reach: boolean): void;
}

const holdsShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

/** Selects a page for what is done to many at once. */
export function PageCheckbox({ name, isSelected, onToggle }: PageCheckboxProps) {
  return (
    <span className={styles.box}>
      <input
        type="checkbox"
        className={`${checkbox.box} ${styles.input}`}
        aria-label={`Select ${name}`}
        checked={isSelected}
        // A checkbox changes by a click, also where the click is a press of the space bar.
        onChange={(event) => onToggle(holdsShift(event.nativeEvent))}
      />
    </span>
  );
}
