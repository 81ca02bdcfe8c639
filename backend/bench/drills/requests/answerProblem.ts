import { type Endpoint, errorCodes } from '@flyerdeck/contracts';
import { responseProblem } from '../../../src/http/validate.ts';
import type { Answer } from './call.ts';

/** Says how an answer breaks the endpoint's contract; null when it does not. */
export function answerProblem(endpoint: Endpoint, { status, contentType, body }: Answer): string | null {
  if (status >= 500) return `answered ${status} ${body.toString().slice(0, 200)}`;
  if (status === endpoint.status) {
    if (!endpoint.response) return null;
    if (!contentType.includes('json')) return `answered ${contentType || 'nothing'} where JSON was promised`;
    const problem = responseProblem(endpoint.response, JSON.parse(body.toString()));
    return problem ? `broke its contract: ${problem}` : null;
  }
  if (status < 400) return status === 304 ? null : `answered ${status}`;
  if (!contentType.includes('json')) return `answered ${status} without JSON`;
  const { error, code } = JSON.parse(body.toString()) as { error?: unknown; code?: unknown };
  if (typeof error !== 'string' || typeof code !== 'string') return `answered ${status} without sentence and code`;
  return errorCodes(endpoint, status).includes(code)
    ? null
    : `answered ${status} ${code}, which its contract does not name`;
}
