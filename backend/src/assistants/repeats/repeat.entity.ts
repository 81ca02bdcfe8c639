import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Days are texts such as '2026-12-31', in the time zone of the repeat. */
@Entity('repeats')
export class Repeat {
  @PrimaryColumn('uuid', { name: 'assistant_id' }) assistantId!: string;
  @Column('integer', { name: 'every_days', nullable: true }) everyDays!: number | null;
  /** ISO numbers: Monday is 1. Empty with everyDays. */
  @Column('integer', { array: true, default: [] }) weekdays!: number[];
  @Column('text', { name: 'local_time' }) localTime!: string;
  @Column('text', { name: 'time_zone' }) timeZone!: string;
  @Column('date', { name: 'starts_on' }) startsOn!: string;
  @Column('date', { name: 'ends_on', nullable: true }) endsOn!: string | null;
  @Column('integer', { name: 'max_runs', nullable: true }) maxRuns!: number | null;
  @Column('integer', { default: 0 }) runs!: number;
  @Column('timestamptz', { name: 'paused_at', nullable: true }) pausedAt!: Date | null;
  @Column('timestamptz', { name: 'next_at', nullable: true }) nextAt!: Date | null;
}
