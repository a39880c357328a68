import { oc } from '@orpc/contract';
import { errors } from '../../failure';
import { serviceStatus } from './schemas';

const call = oc.errors(errors);

export const serviceStatusContract = {
  /**
   * Returns the last known status; null if the service has none. Requests it once after each refresh, and never
   * without one; after a request without any response, for a day not at all.
   */
  get: call.output(serviceStatus.nullable()),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly serviceStatus: typeof serviceStatusContract;
  }
}
