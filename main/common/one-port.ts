interface Port {
  close(): void;
}

/** Takes ports of which only the last one counts: the one before it is closed, so that nobody who kept it is heard. */
export function onlyLast<T extends Port>(take: (port: T) => void): (port: T) => void {
  let before: T | undefined;
  return (port) => {
    before?.close();
    before = port;
    take(port);
  };
}
