// Messages in the terminal. All go to stderr: stdout is for results (demo-service, test counts).

/** An expected failure that the user can fix: only its message is printed, without a stack. */
export class ExpectedError extends Error {}

export const log = (text) => process.stderr.write(`[firm-desk] ${text}\n`);

/**
 * npm runs scripts through a shell that forwards no signals: if npm is terminated, the shell ends but this
 * process would continue. So it terminates itself when its parent is gone.
 */
function endWithParent() {
  const parent = process.ppid;
  const check = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  if (process.env.npm_lifecycle_event) setInterval(check, 500).unref();
}

/** Runs a command's body; an ExpectedError ends it with its message and code 1. */
export async function main(body) {
  endWithParent();
  try {
    await body();
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    log(error.message);
    process.exitCode = 1;
  }
}

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * Reports a long step and that it is still running: on a terminal as one line with a counter, elsewhere as a
 * line every 15 seconds. `work` may call `report('40 %')`.
 */
export async function step(text, work) {
  const start = Date.now();
  const live = process.stderr.isTTY;
  let detail = '';
  const line = () => `[firm-desk] ${text} … ${detail ? `${detail}, ` : ''}${seconds(start)}`;
  if (!live) log(`${text} …`);
  const timer = setInterval(
    () => process.stderr.write(live ? `\r\x1b[K${line()}` : `${line()}\n`),
    live ? 500 : 15_000,
  );
  let ended = 'failed after';
  try {
    const result = await work((next) => (detail = next));
    ended = 'done in';
    return result;
  } finally {
    clearInterval(timer);
    if (live) process.stderr.write(`\r\x1b[K[firm-desk] ${text}: ${ended} ${seconds(start)}\n`);
    else if (Date.now() - start > 5000 || ended !== 'done in') log(`${text}: ${ended} ${seconds(start)}`);
  }
}
