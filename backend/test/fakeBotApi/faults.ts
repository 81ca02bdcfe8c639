/** Failures between a bot and Telegram. */
export type Fault =
  | { readonly kind: 'too_many_requests'; readonly retryAfter: number }
  | { readonly kind: 'server_error'; readonly status?: number }
  /** The connection is accepted and never answered; the call has no effect. */
  | { readonly kind: 'silence' }
  /** The call takes effect, and the connection is closed before the answer. */
  | { readonly kind: 'accept_then_drop' }
  /** The call takes effect and is answered late. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface FaultPlan {
  readonly fault: Fault;
  /** The method to which it applies; all methods without it. */
  readonly method?: string;
  /** Number of calls that fail; unlimited without it. */
  readonly times?: number;
  /** Number of matching calls that succeed first. */
  readonly after?: number;
}

type ActivePlan = FaultPlan & { left: number; toSkip: number };

/** Planned failures. The first plan that matches a call applies to it. */
export class Faults {
  private plans: ActivePlan[] = [];

  plan(plan: FaultPlan): void {
    this.plans.push({ ...plan, left: plan.times ?? Number.POSITIVE_INFINITY, toSkip: plan.after ?? 0 });
  }

  clear(): void {
    this.plans = [];
  }

  next(method: string): Fault | null {
    for (const plan of this.plans) {
      if (plan.method !== undefined && plan.method !== method) continue;
      if (plan.left <= 0) continue;
      if (plan.toSkip > 0) {
        plan.toSkip--;
        continue;
      }
      plan.left--;
      return plan.fault;
    }
    return null;
  }
}
