import type { CreditPackage } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { formatNumber, formatUsd } from '../../lib/numbers.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './credits.module.css';

interface PackageListProps {
  readonly packages: readonly CreditPackage[];
  onBuy(chosen: CreditPackage): void;
}

/** The third package is the popular one; with fewer than three packages there is none (spec section 9). */
const POPULAR_INDEX = 2;

export function PackageList({ packages, onBuy }: PackageListProps) {
  return (
    <ul className={`u-list u-grid u-gap16 ${styles.packageList}`}>
      {packages.map((one, index) => (
        <li
          key={one.id}
          className={`u-card u-column u-gap4 u-padded ${styles.package}`}
          data-popular={index === POPULAR_INDEX}
        >
          <div className={`u-row u-spread ${styles.head}`}>
            <h3 className="u-title">{one.name}</h3>
            {index === POPULAR_INDEX && <StatusChip tone="accent">Most Popular</StatusChip>}
          </div>
          <p className={`u-tabular u-flush u-bold ${styles.price}`}>{formatUsd(one.price_usd)}</p>
          <p className="u-muted u-tabular u-fill u-below12">
            {formatNumber(one.total_credits)} credits
            {one.bonus_credits > 0 && `, ${formatNumber(one.bonus_credits)} of them a bonus`}
          </p>
          <Button
            block
            type={index === POPULAR_INDEX ? 'primary' : 'default'}
            aria-label={`Buy ${one.name}`}
            onClick={() => onBuy(one)}
          >
            Buy
          </Button>
        </li>
      ))}
    </ul>
  );
}
