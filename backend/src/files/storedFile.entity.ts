import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The file of a flyer or screenshot. Its bytes are in the FileStore; files with the same bytes share one blob. */
@Entity('files')
export class StoredFile {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('text') sha256!: string;
  @Column('text', { name: 'content_type' }) contentType!: string;
  @Column('integer', { name: 'byte_size' }) byteSize!: number;
  @Column('integer') width!: number;
  @Column('integer') height!: number;
  /** A trigger sets it when a posting refers to the file (mark_screenshot.sql). */
  @Column('boolean', { name: 'is_screenshot', default: false }) isScreenshot!: boolean;
}
