/** An error with the status and text of the Bot API. */
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
