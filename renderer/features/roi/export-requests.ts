import type { ExportFormat } from '#contract/calls/exports';
import type { RoiRequestView } from '#contract/features/roi/calls';
import { localDay } from '#contract/dates';
import type { DesktopClient, EngineClient } from '../../bridge';
import { countOf } from '../../ui/format';
import { showFailure, showToast } from '../../ui/toast';

/** Writes these requests, in their order, to a file that the user names. */
export async function saveRequestsExport(
  desktop: DesktopClient,
  engine: EngineClient,
  requestsToExport: readonly RoiRequestView[],
  format: ExportFormat,
): Promise<void> {
  try {
    const [file] = await desktop.choose({
      what: 'save',
      purpose: 'roi-requests-export',
      title: 'Export ROI requests',
      name: `roi-requests-${localDay(new Date())}.${format}`,
      extension: format,
    });
    if (!file) return;
    const { requests } = await engine.roi.export({
      grant: file.grant,
      format,
      ids: requestsToExport.map(({ id }) => id),
    });
    showToast('ROI requests exported', {
      text: `${countOf(requests, 'request', 'requests')} to ${file.name}`,
      tone: 'good',
    });
  } catch (error) {
    showFailure(error);
  }
}
