import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The bytes are in the FileStore; files with the same bytes share one blob. */
@Entity('files')
export class StoredFile {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('text') sha256!: string;
  @Column('text', { name: 'content_type' }) contentType!: string;
  @Column('integer', { name: 'byte_size' }) byteSize!: number;
  @Column('integer') width!: number;
  @Column('integer') height!: number;
  @Column('boolean', { name: 'is_screenshot', default: false }) isScreenshot!: boolean;
}
