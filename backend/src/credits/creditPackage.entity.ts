import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('credit_packages')
export class CreditPackage {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column('numeric', { name: 'price_usd' }) priceUsd!: string;
  @Column('integer', { name: 'total_credits' }) totalCredits!: number;
  @Column('integer', { name: 'bonus_credits' }) bonusCredits!: number;
  @Column('integer') position!: number;
}
