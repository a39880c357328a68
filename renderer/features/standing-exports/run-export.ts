import { FailureError } from '#contract/failure';
import type { StandingExport } from '#contract/features/standing-exports/calls';
import type { EngineClient } from '../../bridge';
import { MAX_EXPORTED, readReport, reportTable } from '../review/report';

/**
 * Writes a standing export now. For the review queue, waits until the rules finish and builds the table here,
 * where the messages are.
 */
export async function runStandingExport(
  engine: EngineClient,
  { id, source }: Pick<StandingExport, 'id' | 'source'>,
): Promise<void> {
  if (source.kind === 'view') return engine.standingExports.run({ id });
  const { failure } = await engine.review.settle();
  if (failure) throw new FailureError(failure);
  const lines = await readReport(engine, { kind: 'all', filter: {}, except: [] });
  if (lines.length > MAX_EXPORTED) throw new FailureError({ kind: 'too-large' });
  const table = reportTable(lines);
  if (table.from !== 'rows') return;
  const { headings, types = [], rows } = table;
  await engine.standingExports.run({ id, table: { headings, types, rows } });
}
