import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One creator page of one owner. Contains only the columns that are read or written through the repository. Unlinking keeps the row, so that linking again restores tags, paid_until and history. */
@Entity('pages')
export class Page {
  @PrimaryGeneratedColumn('uuid') guid!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('text', { name: 'creator_id' }) creatorId!: string;
  @Column('text') name!: string;
  @Column('text', { array: true, default: [] }) tags!: string[];
  @Column('timestamptz', { name: 'unlinked_at', nullable: true }) unlinkedAt!: Date | null;
}
