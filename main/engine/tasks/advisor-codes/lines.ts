import type { CodeLine, NewAdvisorCode } from '../../../../preload/contract/calls/advisor-codes';

/** A line of a job, with what is sent for it. */
export interface JobLine extends Omit<CodeLine, 'confirmed'> {
  /** To create. */
  readonly body: NewAdvisorCode | null;
  /** To delete: the id of the record. */
  readonly id: number | null;
}
