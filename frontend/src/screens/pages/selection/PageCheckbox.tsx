import checkbox from '../../../ui/checkbox.module.css';
import styles from '../pages.module.css';

interface PageCheckboxProps {
  readonly name: string;
  readonly isSelected: boolean;
  /** `isRange`: Shift was held, so all pages between the last toggled page and this one are toggled. */
  onToggle(isRange: boolean): void;
}

const holdsShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

export function PageCheckbox({ name, isSelected, onToggle }: PageCheckboxProps) {
  return (
    <span className={styles.box}>
      <input
        type="checkbox"
        className={`${checkbox.box} ${checkbox.large}`}
        aria-label={`Select ${name}`}
        checked={isSelected}
        // The native event of a checkbox change is a click, also when the space bar is used.
        onChange={(event) => onToggle(holdsShift(event.nativeEvent))}
      />
    </span>
  );
}
