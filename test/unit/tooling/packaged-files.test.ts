import { expect, it } from 'vitest';
import config from '../../../scripts/package/electron-builder.config.mjs';

it.each(['linux', 'mac', 'win'] as const)(
  'the files of %s are a list, not the whole checkout',
  (platform) => {
    const { files } = config[platform] as { readonly files?: readonly string[] };
    // With negations alone, electron-builder adds "**/*".
    expect(files === undefined || files.some((pattern) => !pattern.startsWith('!'))).toBe(true);
  },
);
