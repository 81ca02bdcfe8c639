/** What can go wrong between a bot and Telegram. */
export type Fault =
  | { readonly kind: 'too_many_requests'; readonly retryAfter: number }
  | { readonly kind: 'server_error'; readonly status?: number }
  /** The connection is taken and never answered; nothing is done. */
  | { readonly kind: 'silence' }
  /** The call is carried out and the connection cut before the answer. */
  | { readonly kind: 'accept_then_drop' }
  /** The call is carried out and answered late. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface FaultPlan {
  readonly fault: Fault;
  /** Only calls of this method; any where absent. */
  readonly method?: string;
  /** So many calls; for ever where absent. */
  readonly times?: number;
  /** So many fitting calls go well first. */
  readonly after?: number;
}

type Armed = FaultPlan & { left: number; toPass: number };

/** Scripted trouble: the first plan that fits a call decides about it. */
export class Faults {
  private plans: Armed[] = [];

  plan(plan: FaultPlan): void {
    this.plans.push({ ...plan, left: plan.times ?? Number.POSITIVE_INFINITY, toPass: plan.after ?? 0 });
  }

  clear(): void {
    this.plans = [];
  }

  next(method: string): Fault | null {
    for (const plan of this.plans) {
      if (plan.method !== undefined && plan.method !== method) continue;
      if (plan.left <= 0) continue;
      if (plan.toPass > 0) {
        plan.toPass--;
        continue;
      }
      plan.left--;
      return plan.fault;
    }
    return null;
  }
}
