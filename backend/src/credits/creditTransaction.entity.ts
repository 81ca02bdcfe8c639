import type { TransactionType } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Append-only: a trigger refuses UPDATE and DELETE. */
@Entity('credit_transactions')
export class CreditTransaction {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text', { name: 'transaction_type' }) transactionType!: TransactionType;
  @Column('integer') amount!: number;
  @Column('integer', { name: 'balance_after' }) balanceAfter!: number;
  @Column('text') description!: string;
  @Column('uuid', { name: 'page_guid', nullable: true }) pageGuid!: string | null;
  @Column('uuid', { name: 'admin_id', nullable: true }) adminId!: string | null;
  /** Unique, so that a fee is given back and a purchase reversed once. */
  @Column('uuid', { name: 'refund_of', nullable: true }) refundOf!: string | null;
  /** Unique. 'welcome:<user>', '<adjustment or purchase>:<admin>:<Idempotency-Key>'; of the further users of one call 'adjustment1:...'. */
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
