/** A report of a problem as admins download it: an action log with what the report says about it. */
export const REPORT_FORMAT = 'flyerdeck.problem-report';

export interface ReportFile {
  readonly format: typeof REPORT_FORMAT;
  readonly version: 1;
  readonly report: { readonly id: string; readonly sentence: string; readonly created_at: string };
  /** The action log. */
  readonly log: unknown;
}

export const isReportFile = (file: unknown): file is ReportFile =>
  (file as { readonly format?: unknown } | null)?.format === REPORT_FORMAT;
