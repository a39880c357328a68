import { parentPort } from 'node:worker_threads';
import { failureOf, type Failure } from '#contract/failure';
import { workerTasks, type WorkerTaskName } from './worker-tasks';

export type WorkerTaskReply = { readonly value: unknown } | { readonly failure: Failure };

// Runs one long task in a worker thread, and ends with it. Bundled to out/main/worker.js.
if (!parentPort) throw new Error('This module runs in a worker thread only.');
const port = parentPort;

port.once('message', ({ task, args }: { task: WorkerTaskName; args: unknown[] }) => {
  // Both sides share the call's type, so these are the function's own arguments.
  const runTask = workerTasks[task] as (...args: unknown[]) => unknown;
  void Promise.resolve()
    .then(() => runTask(...args))
    .then(
      (value): WorkerTaskReply => ({ value }),
      (error: unknown): WorkerTaskReply => ({ failure: failureOf(error) }),
    )
    .then((reply) => {
      port.postMessage(reply);
      port.close();
    });
});
