import { implement } from '@orpc/server';
import { dependentsContract } from '#contract/calls/dependents';
import { jobsContract } from '#contract/calls/jobs';
import { declareFailures } from '../common/rpc';
import type { OpenConnections } from './connection/open-connections';
import { draftsOf } from './records/draft-service';
import { editsRouter } from './records/edits/router';

/**
 * Creates the calls for edits, dependent records and jobs of the open connection. Created once the features
 * have registered their kinds of jobs, without which a job can't be verified or resumed.
 */
export function workRouter(connections: OpenConnections) {
  const os = implement(jobsContract).use(declareFailures);
  const jobs = () => connections.current.jobs;
  const untilClosed = (signal: AbortSignal | undefined) => connections.current.untilClosed(signal);
  const dependents = implement(dependentsContract).use(declareFailures);
  const drafts = () => draftsOf(connections.current);
  return {
    edits: editsRouter(connections),
    dependents: dependents.router({
      find: dependents.find.handler(({ input }) => drafts().dependents(input)),
      ofDraft: dependents.ofDraft.handler(({ input }) => drafts().dependentsOfDraft(input.draft)),
      ofDeleted: dependents.ofDeleted.handler(({ input }) => drafts().dependentsOfDeleted(input.job)),
      replaced: dependents.replaced.handler(({ input }) => drafts().replaced(input.job)),
    }),
    jobs: os.router({
      list: os.list.handler(() => jobs().list()),
      changes: os.changes.handler(({ signal }) => jobs().changes(untilClosed(signal))),
      follow: os.follow.handler(({ input, signal }) => jobs().follow(input.job, untilClosed(signal))),
      rows: os.rows.handler(({ input }) => jobs().rows(input.job, input)),
      start: os.start.handler(({ input }) => jobs().start(input.job, input.count)),
      stop: os.stop.handler(({ input }) => jobs().stop(input.job)),
      resume: os.resume.handler(({ input }) => jobs().resume(input.job)),
      check: os.check.handler(({ input }) => jobs().check(input.job)),
      dismiss: os.dismiss.handler(({ input }) => jobs().dismiss(input.job)),
    }),
  };
}
