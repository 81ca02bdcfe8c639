/** An error whose message is for the operator. It is printed without a stack trace. */
export class OperatorError extends Error {}
