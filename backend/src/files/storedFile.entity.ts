import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A picture somebody sent or we made. The bytes lie in the FileStore under the hash, once however often they came. */
@Entity('files')
export class StoredFile {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('text') sha256!: string;
  @Column('text', { name: 'content_type' }) contentType!: string;
  @Column('integer', { name: 'byte_size' }) byteSize!: number;
  @Column('integer') width!: number;
  @Column('integer') height!: number;
  /** Set by the database when a posting refers to the file (migration 0008). */
  @Column('boolean', { name: 'is_screenshot', default: false }) isScreenshot!: boolean;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
