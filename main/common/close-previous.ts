interface Port {
  close(): void;
}

/** Wraps a port handler so that only the latest port stays open: a new port closes the one before it. */
export function closePrevious<T extends Port>(take: (port: T) => void): (port: T) => void {
  let before: T | undefined;
  return (port) => {
    before?.close();
    before = port;
    take(port);
  };
}
