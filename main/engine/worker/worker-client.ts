import { Worker } from 'node:worker_threads';
import { fail, FailureError } from '#contract/failure';
import type { WorkerTaskReply } from './worker-thread';
import type { WorkerClient, WorkerTaskName, WorkerTasks } from './worker-tasks';

/**
 * Returns a client that runs each long task in a separate worker thread; `entry` is the bundled worker thread. Keys
 * are sent as messages, so that no process list or environment shows them. A task fails as it would in this thread, or
 * with `engine-lost` if its thread ended early.
 */
export function createWorkerClient(entry: string | URL): WorkerClient {
  const run = (task: WorkerTaskName, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(entry, { env: {}, argv: [], name: task });
      worker.once('message', (reply: WorkerTaskReply) => {
        if ('failure' in reply) reject(new FailureError(reply.failure));
        else resolve(reply.value);
      });
      worker.once('error', (error) => reject(fail('engine-lost', { cause: `${task} stopped` }, error)));
      worker.once('exit', () => reject(fail('engine-lost', { cause: `${task} ended early` })));
      worker.postMessage({ task, args });
    });
  const method =
    <T extends WorkerTaskName>(task: T) =>
    (...args: Parameters<WorkerTasks[T]>) =>
      run(task, args) as Promise<Awaited<ReturnType<WorkerTasks[T]>>>;
  return {
    verify: method('verify'),
    isIntact: method('isIntact'),
    backUp: method('backUp'),
    prepareRestore: method('prepareRestore'),
    prepareQuarantined: method('prepareQuarantined'),
    countWork: method('countWork'),
    rescue: method('rescue'),
  };
}
