import type { TransactionType } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One entry of the append-only ledger: a trigger refuses UPDATE and DELETE. */
@Entity('credit_transactions')
export class CreditTransaction {
  @PrimaryGeneratedColumn('uuid') id!: string;
  /** Entries of the ledger are ordered by this number. */
  @Column('bigint') seq!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text', { name: 'transaction_type' }) transactionType!: TransactionType;
  @Column('integer') amount!: number;
  @Column('integer', { name: 'balance_after' }) balanceAfter!: number;
  @Column('text') description!: string;
  @Column('uuid', { name: 'page_guid', nullable: true }) pageGuid!: string | null;
  @Column('uuid', { name: 'admin_id', nullable: true }) adminId!: string | null;
  /** The fee that this entry gives back, or the purchase that it reverses. Unique, so that this happens once. */
  @Column('uuid', { name: 'refund_of', nullable: true }) refundOf!: string | null;
  /** 'welcome:<user>', 'adjustment:<admin>:<Idempotency-Key>' or 'purchase:<admin>:<Idempotency-Key>'; of the further users of one call 'adjustment1:...'. Unique, so that such an entry is booked only once. */
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
