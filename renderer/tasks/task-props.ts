import type { Connection } from '../../preload/contract/connection';
import type { Live } from '../../preload/contract/calls/live';
import type { DesktopClient, EngineClient } from '../bridge';
import type { TaskRoute, Go, ResourceRoute } from '../routes';

/** What every task's screen gets. */
export interface TaskProps {
  readonly desktop: DesktopClient;
  readonly engine: EngineClient;
  readonly live: Live;
  readonly connection: Connection;
  readonly route: TaskRoute;
  /** The list's own route, where somebody came to its records. */
  readonly list?: ResourceRoute;
  readonly go: Go;
}
