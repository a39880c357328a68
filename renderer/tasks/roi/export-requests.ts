import type { ExportFormat } from '../../../preload/contract/calls/exports';
import type { RoiRequestView } from '../../../preload/contract/calls/roi';
import { localDay } from '../../../preload/contract/domain/business-days';
import type { DesktopClient, EngineClient } from '../../bridge';
import { countOf } from '../../kit/format';
import { showFailure, showToast } from '../../kit/toast';

/** Writes these requests, in their order, to a file that the user names. */
export async function exportRequests(
  desktop: DesktopClient,
  engine: EngineClient,
  found: readonly RoiRequestView[],
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
      ids: found.map(({ id }) => id),
    });
    showToast('ROI requests exported', {
      text: `${countOf(requests, 'request', 'requests')} to ${file.name}`,
      tone: 'good',
    });
  } catch (error) {
    showFailure(error);
  }
}
