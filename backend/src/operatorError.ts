/** Printed for the operator without a stack trace. The process ends with `exitStatus`. */
export class OperatorError extends Error {
  readonly exitStatus: number = 1;
}

/** Another start fails too without a change, which supervisors can tell by the exit status. */
export class UsageError extends OperatorError {
  override readonly exitStatus = 2;
}
