import DoubleLeftOutlined from '@ant-design/icons/DoubleLeftOutlined';
import DoubleRightOutlined from '@ant-design/icons/DoubleRightOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../lib/formatTotal.ts';
import styles from './TablePager.module.css';

interface TablePagerProps {
  /** What is paged, for a screen reader: 'Postings'. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly isEstimate?: boolean;
  onPage(page: number): void;
}

/** Leads through a table's pages, also to one of twenty thousand. */
export function TablePager({ label, page, totalPages, isEstimate = false, onPage }: TablePagerProps) {
  const last = Math.max(1, totalPages);
  const step = (name: string, target: number, icon: ReactNode) => (
    <Button
      type="text"
      icon={icon}
      aria-label={name}
      title={name}
      disabled={target === page || target < 1 || target > Math.max(last, page)}
      onClick={() => onPage(target)}
    />
  );
  return (
    <nav aria-label={`${label}: pages`} className={styles.pager}>
      {step('First page', 1, <DoubleLeftOutlined aria-hidden />)}
      {step('Previous page', page - 1, <LeftOutlined aria-hidden />)}
      <span className={styles.place}>
        Page <PageInput key={page} page={page} last={last} onPage={onPage} /> of {isEstimate && 'about '}
        {formatNumber(last)}
      </span>
      {step('Next page', page + 1, <RightOutlined aria-hidden />)}
      {step('Last page', last, <DoubleRightOutlined aria-hidden />)}
    </nav>
  );
}

interface PageInputProps {
  readonly page: number;
  readonly last: number;
  onPage(page: number): void;
}

function PageInput({ page, last, onPage }: PageInputProps) {
  const [text, setText] = useState(String(page));
  const go = () => {
    const wanted = Math.min(last, Math.max(1, Math.trunc(Number(text)) || page));
    setText(String(wanted));
    if (wanted !== page) onPage(wanted);
  };
  return (
    <input
      className={styles.input}
      aria-label="Page"
      inputMode="numeric"
      value={text}
      style={{ width: `${Math.max(3, text.length + 1)}ch` }}
      onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go();
      }}
      onBlur={go}
    />
  );
}
