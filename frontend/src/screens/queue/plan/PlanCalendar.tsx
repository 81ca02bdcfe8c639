import type { CalendarPage, CalendarPosting } from '@flyerdeck/contracts/types';
import { Button, Table, type TableColumnType } from 'antd';
import { useMediaQuery } from '../../../app/hooks.ts';
import { pageName } from '../../../lib/pages.ts';
import { useMinute } from '../../../ui/RelativeTime.tsx';
import { FlyerThumb } from './PlanList.tsx';
import styles from './plan.module.css';
import {
  areMixed,
  bySlot,
  countsShort,
  countsWords,
  planCounts,
  planState,
  slotIndexOf,
  slotsOf,
  unplannedWords,
} from './planRange.ts';
import type { Plan } from './usePlan.ts';

interface PlanCalendarProps extends Plan {
  onOpen(title: string, postings: readonly CalendarPosting[]): void;
}

interface Row {
  readonly page: CalendarPage;
  readonly name: string;
  readonly slots: ReadonlyMap<number, CalendarPosting[]>;
}

const WIDTH_PX = { week: 720, day: 1_240 };
const BAR_PX = 49;

export function PlanCalendar({ planned, byGuid, tasks, range, onOpen }: PlanCalendarProps) {
  const nowMs = useMinute();
  const isNarrow = useMediaQuery('(max-width: 1023px)') || range.span === 'day';
  const current = slotIndexOf(new Date(nowMs).toISOString(), range);
  const rows = planned?.pages.map((page): Row => {
    const linked = byGuid.get(page.page_guid);
    return { page, name: linked ? pageName(linked) : 'Page', slots: bySlot(page.postings, range) };
  });
  const columns: TableColumnType<Row>[] = [
    {
      key: 'page',
      title: 'Page',
      width: isNarrow ? 120 : 220,
      fixed: 'start',
      rowScope: 'row',
      render: (_, { page, name }) => {
        const note = unplannedWords(page, range);
        return (
          <span className="u-stack u-shrink" title={note ? `${name}. ${note}` : name}>
            <span className="u-ellipsis">{name}</span>
            {note && <span className="u-muted u-small u-ellipsis">{note}</span>}
          </span>
        );
      },
    },
    ...slotsOf(range).map(
      ({ label, name }, column): TableColumnType<Row> => ({
        key: name,
        title: <span className={column === current ? styles.current : ''}>{label}</span>,
        align: 'center',
        render: (_, row) => {
          const postings = row.slots.get(column);
          if (!postings) return null;
          const counts = planCounts(postings, nowMs);
          const title = `${row.name}, ${name}`;
          return (
            <Button
              block
              className={`u-small u-tabular ${styles.slot}`}
              data-state={planState(counts)}
              aria-label={`${title}: ${countsWords(counts)}`}
              onClick={() => onOpen(title, postings)}
            >
              {!isNarrow && <FlyerThumb fileId={tasks.get(postings[0]?.task_id ?? '')?.file_id} />}
              {isNarrow || areMixed(counts) ? countsShort(counts) : countsWords(counts)}
            </Button>
          );
        },
      }),
    ),
  ];
  return (
    <Table<Row>
      aria-label="Calendar"
      size="small"
      tableLayout="fixed"
      rowKey={({ page }) => page.page_guid}
      columns={columns}
      dataSource={rows ?? []}
      loading={!rows}
      pagination={false}
      sticky={{ offsetHeader: BAR_PX }}
      scroll={{ x: WIDTH_PX[range.span] }}
    />
  );
}
