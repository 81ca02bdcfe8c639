import { isSignedOutError, serverOrThrownMessage } from '../../../data/apiError.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

interface QueryAlertProps {
  readonly query: { readonly error?: unknown; refetch(): unknown };
  /** The documented sentence; without one the server's is shown. */
  readonly message?: string | undefined;
}

/** Whether a query failed; a signed-out person is led to the sign-in instead of being shown an error. */
export const isFailed = ({ error }: { readonly error?: unknown }) => error !== undefined && !isSignedOutError(error);

/** The failure of a query, with a way to ask again. */
export function QueryAlert({ query, message }: QueryAlertProps) {
  if (!isFailed(query)) return null;
  return <ErrorAlert message={message ?? serverOrThrownMessage(query.error)} onRetry={() => query.refetch()} />;
}
