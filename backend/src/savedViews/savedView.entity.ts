import type { SavedViewTable } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A named state of a table. The column still has the name from when only admins had views. */
@Entity('saved_views')
export class SavedView {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'admin_id' }) userId!: string;
  @Column('text', { name: 'table_name' }) table!: SavedViewTable;
  @Column('text') name!: string;
  @Column('text') query!: string;
  @Column('boolean', { name: 'is_default', default: false }) isDefault!: boolean;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
