import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A flyer's picture or a screenshot. The FileStore has the bytes under their hash, once for all files with these bytes. */
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
}
