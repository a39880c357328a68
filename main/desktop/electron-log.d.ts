/** The parts of electron-log that log.ts uses; the package has types for its main module only. */
declare module 'electron-log/src/core/Logger.js' {
  interface Transport {
    (message: object): void;
    level: 'info' | false;
  }
  interface FileTransport extends Transport {
    resolvePathFn: () => string;
    maxSize: number;
    writeOptions: { encoding: 'utf8'; flag: string; mode: number };
    format: string;
  }
  export default class Logger {
    constructor(options: {
      logId: string;
      dependencies: { externalApi: { getPathVariables: () => object } };
      transportFactories: Record<string, (...given: unknown[]) => Transport>;
    });
    readonly transports: { readonly file: FileTransport };
    info(line: string): void;
  }
}

declare module 'electron-log/src/node/transports/file/index.js' {
  export default function fileTransport(logger: unknown, dependencies: unknown): Transport;
}
