import type * as contracts from '@flyerdeck/contracts/types';

type Contracts = typeof contracts;
type CallName = {
  [Name in keyof Contracts]: Contracts[Name] extends contracts.Endpoint ? Name : never;
}[keyof Contracts];
type Call<Name extends CallName> = Extract<Contracts[Name], contracts.Endpoint>;

/** The response of a call, by the call's name in the contracts. */
export type Answer<Name extends CallName> = contracts.ResponseOf<Call<Name>>;
