interface TermsProps {
  readonly terms: readonly (readonly [name: string, value: string])[];
  readonly className: string;
  readonly nameClass?: string;
  readonly valueClass?: string;
}

export function Terms({ terms, className, nameClass, valueClass }: TermsProps) {
  return (
    <dl className={`u-terms u-flush ${className}`}>
      {terms.map(([name, value]) => (
        <div key={name}>
          <dt className={nameClass}>{name}</dt>
          <dd className={valueClass}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
