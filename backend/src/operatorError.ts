/** An error whose message is for the operator. It is printed without a stack trace, and the process ends with `exitStatus`. */
export class OperatorError extends Error {
  readonly exitStatus: number = 1;
}

/** A wrong setting or command line: without a change another start fails too, which supervisors can tell by the exit status. */
export class UsageError extends OperatorError {
  override readonly exitStatus = 2;
}
