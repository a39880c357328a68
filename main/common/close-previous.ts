interface Port {
  close(): void;
}

/** Wraps a port handler so that only the latest port stays open: a new port closes the one before it. */
export function closePrevious<T extends Port>(handle: (port: T) => void): (port: T) => void {
  let previous: T | undefined;
  return (port) => {
    previous?.close();
    previous = port;
    handle(port);
  };
}
