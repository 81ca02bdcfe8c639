import type { LinkingData } from '@flyerdeck/contracts/types';
import { formatDateTime } from '../../lib/formatDate.ts';
import styles from './verifyLink.module.css';

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT/;

/** 'avatar_url' -> 'Avatar url' */
const fieldLabel = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

function fieldText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string' && ISO_DATE_TIME.test(value)) return formatDateTime(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Fields({ values }: { readonly values: object }) {
  return (
    <dl className={`u-terms u-grid u-flush u-break u-gap8 ${styles.fields}`}>
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>{fieldLabel(name)}</dt>
          <dd>{fieldText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows all fields unchanged: the response has no fixed shape, and the user checks the token here. */
export function LinkingFields({ data }: { readonly data: LinkingData }) {
  const { pageData, ...fields } = data;
  return (
    <>
      <Fields values={fields} />
      {pageData && (
        <section aria-label="Page data">
          <h2 className="u-below8 u-size14 u-strong">Page data</h2>
          <Fields values={pageData} />
        </section>
      )}
    </>
  );
}
