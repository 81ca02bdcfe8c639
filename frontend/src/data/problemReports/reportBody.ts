import type { ProblemReportBody } from '@flyerdeck/contracts/types';

type MakeBody = (sentence: string) => ProblemReportBody;

/** Null until the dialog loads its code. */
let makeBody: MakeBody | null = null;

export function setReportCode(code: MakeBody): void {
  makeBody = code;
}

/** Made when the request is sent: as an argument of the call, the log would become a part of the next log. */
export const reportBodyOf = (sentence: string): ProblemReportBody | undefined => makeBody?.(sentence);
