/** A refusal as the Bot API words it. */
export class BotApiError extends Error {
  constructor(
    readonly code: number,
    description: string,
    readonly parameters?: { readonly retry_after?: number },
  ) {
    super(description);
  }
}

export const badRequest = (what: string) => new BotApiError(400, `Bad Request: ${what}`);
