/** An error response, thrown anywhere below a route and written by the app (spec section 7). */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404;
  readonly reasons: readonly string[];

  constructor(status: 400 | 401 | 404, message: string, reasons: readonly string[] = []) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.reasons = reasons;
  }

  /** Returns `{message}`, with `validation_errors` if there are reasons. */
  get body(): { message: string; validation_errors?: readonly string[] } {
    return this.reasons.length > 0
      ? { message: this.message, validation_errors: this.reasons }
      : { message: this.message };
  }
}

/** Returns a 400 with reasons: plain sentences that name the field. */
export const invalid = (...reasons: string[]): Refusal =>
  new Refusal(400, 'The request is not valid.', reasons);
export const unauthorized = (): Refusal => new Refusal(401, 'Unauthorized');
export const notFound = (): Refusal => new Refusal(404, 'Not Found');

/** Throws a 400 if there are reasons. */
export function refuseIf(reasons: readonly string[]): void {
  if (reasons.length > 0) throw invalid(...reasons);
}
