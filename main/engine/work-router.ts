import { implement } from '@orpc/server';
import { jobsContract } from '#contract/calls/jobs';
import { declareFailures } from '../common/rpc';
import type { OpenConnections } from './connection/open-connections';
import { dependentsRouter } from './records/dependents-router';
import type { IntakeOf } from './files/intake/intake';
import { editsRouter } from './records/edits/router';
import { advisorCodesRouter } from './features/advisor-codes/router';
import { billingGroupsRouter } from './features/billing-groups/router';
import { feeFilesRouter } from './features/fee-files/router';

/**
 * The routers that resume work left by a killed process, loaded together: jobs are only reported once all
 * their kinds are registered and verified.
 */
export function workRouter(connections: OpenConnections, intakeOf: IntakeOf) {
  const tasks = {
    advisorCodes: advisorCodesRouter(connections),
    billingGroups: billingGroupsRouter(connections),
    edits: editsRouter(connections),
    dependents: dependentsRouter(connections),
    feeFiles: feeFilesRouter(connections, intakeOf),
  };
  const os = implement(jobsContract).use(declareFailures);
  const jobs = () => connections.current.jobs;
  return {
    ...tasks,
    jobs: os.router({
      list: os.list.handler(() => jobs().list()),
      follow: os.follow.handler(({ input, signal }) => jobs().follow(input.job, signal)),
      rows: os.rows.handler(({ input }) => jobs().rows(input.job, input)),
      start: os.start.handler(({ input }) => jobs().start(input.job, input.count)),
      stop: os.stop.handler(({ input }) => jobs().stop(input.job)),
      resume: os.resume.handler(({ input }) => jobs().resume(input.job)),
      check: os.check.handler(({ input }) => jobs().check(input.job)),
      dismiss: os.dismiss.handler(({ input }) => jobs().dismiss(input.job)),
    }),
  };
}
