// Resolves the subpath imports of package.json (`#contract/…`) for eslint-plugin-boundaries, as Node does.
const { createRequire } = require('node:module');

exports.interfaceVersion = 2;
exports.resolve = (source, file) => {
  if (!source.startsWith('#')) return { found: false };
  try {
    return { found: true, path: createRequire(file).resolve(source) };
  } catch {
    return { found: false };
  }
};
