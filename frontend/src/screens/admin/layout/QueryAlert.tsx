import { isSignedOutError, serverOrErrorMessage } from '../../../data/apiError.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';

interface QueryAlertProps {
  readonly query: { readonly error?: unknown; refetch(): unknown };
  /** The sentence of the spec. By default the server's sentence is shown. */
  readonly message?: string | undefined;
}

/** Whether a query failed. A signed-out user is redirected to the sign-in, so that error is not shown. */
export const hasErrorToShow = ({ error }: { readonly error?: unknown }) =>
  error !== undefined && !isSignedOutError(error);

/** The error of a query, with a retry button. */
export function QueryAlert({ query, message }: QueryAlertProps) {
  if (!hasErrorToShow(query)) return null;
  return <ErrorAlert message={message ?? serverOrErrorMessage(query.error)} onRetry={() => query.refetch()} />;
}
