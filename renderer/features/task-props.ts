import type { Connection } from '#contract/connection';
import type { Live } from '#contract/calls/live';
import type { DesktopClient, EngineClient } from '../bridge';
import type { TaskRoute, Go, ResourceRoute } from '../routes';

/** Props of every task's screen. */
export interface TaskProps {
  readonly desktop: DesktopClient;
  readonly engine: EngineClient;
  readonly live: Live;
  readonly connection: Connection;
  readonly route: TaskRoute;
  /** The resource route, if the user opened the task’s list or one of its records. */
  readonly list?: ResourceRoute;
  readonly go: Go;
}
