import { implement } from '@orpc/server';
import { pauseUntil } from '#common/pause-until';
import { periodContract } from '#contract/features/period/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { saveChosenFile } from '../../files/chosen-file';
import { readPeriodCharts } from './charts';
import { exportPack, readSignedPeriod } from './pack';
import { periodsOf } from './periods-of';

/** Creates the calls for billing periods of the open connection. */
export function periodRouter(connections: OpenConnections) {
  const os = implement(periodContract).use(declareFailures);
  const periods = () => periodsOf(connections.current);
  const stored = () => connections.current.workspace.periods;

  return os.router({
    list: os.list.handler(() => periods().list()),
    get: os.get.handler(({ input }) => periods().get(input)),
    charts: os.charts.handler(({ input }) => {
      const { reader, workspace, closed } = connections.current;
      return readPeriodCharts({ reader, workspace, pause: pauseUntil(closed) }, input);
    }),
    check: os.check.handler(({ input: { section, sha256, note, ...id } }) =>
      periods().checkSection(id, section, sha256, note),
    ),
    setSteps: os.setSteps.handler(({ input }) => stored().setSteps(input.firm, input.steps)),
    markStep: os.markStep.handler(({ input: { step, note, ...id } }) => periods().markStep(id, step, note)),
    drawSample: os.drawSample.handler(({ input: { size, seed, chosen, ...id } }) =>
      periods().drawSample(id, { size, seed, chosen }),
    ),
    sampleDetail: os.sampleDetail.handler(({ input: { account, ...id } }) =>
      periods().sampleDetail(id, account),
    ),
    judge: os.judge.handler(({ input: { account, verdict, reason, shown, ...id } }) =>
      periods().recordVerdict(id, account, { verdict, reason, shown }),
    ),
    toSign: os.toSign.handler(({ input }) => periods().toSign(input.approval)),
    sign: os.sign.handler(({ input: { note, sections, ...id } }) => periods().sign(id, note, sections)),
    signed: os.signed.handler(({ input }) => {
      const { workspace } = connections.current;
      const { signature, content, signOffs } = readSignedPeriod({ workspace, periods: periods() }, input.id);
      return {
        signature,
        period: { ...content.period, signature: null, colleagues: [] }, // not in the signed content
        signOffs: signOffs.map(({ evidence, isCovered }) => ({ ...evidence, isCovered })),
      };
    }),
    pack: os.pack.handler(({ input }) => {
      const file = connections.grants.path(input.grant, 'period-pack');
      const { workspace, connection } = connections.current;
      return exportPack(
        {
          workspace,
          periods: periods(),
          connection: connection.name,
          now: () => new Date(),
          write: (bytes) => saveChosenFile(file, bytes),
        },
        input.id,
        { summaryPdf: Buffer.from(input.summaryPdf, 'base64'), ruleNames: input.ruleNames },
      );
    }),
  });
}
