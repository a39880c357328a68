// Marks the calls in constants as free of side effects, so that the bundler drops unused constants. It can't know by
// itself that a schema such as `z.object({ … })` only describes data.
import { parseAst } from 'vite';

const NOTE = '/* @__PURE__ */ ';

/**
 * Returns a plugin for the modules of a folder whose top-level calls have no side effects, such as the contract's.
 * @param {string} folder absolute, with a slash at the end
 */
export const pureCalls = (folder) => ({
  name: 'pure-calls',
  apply: 'build',
  enforce: 'post', // reads JavaScript: types are removed before
  /**
   * @param {string} code
   * @param {string} id
   */
  transform: (code, id) =>
    id.replaceAll('\\', '/').startsWith(folder.replaceAll('\\', '/'))
      ? { code: markCalls(code), map: null }
      : null,
});

/**
 * Returns the code with a note before every call that runs while a top-level constant is created.
 * @param {string} code JavaScript
 */
export function markCalls(code) {
  /** @type {Set<number>} positions of the calls; those of a chain share one */
  const starts = new Set();
  for (const statement of parseAst(code).body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') collectCalls(declaration, starts);
  }
  let marked = code;
  for (const start of [...starts].sort((a, b) => b - a))
    marked = marked.slice(0, start) + NOTE + marked.slice(start);
  return marked;
}

/**
 * @param {unknown} node of the syntax tree, or a list of nodes
 * @param {Set<number>} starts
 */
function collectCalls(node, starts) {
  if (node === null || typeof node !== 'object') return;
  const { type = '', start } = node;
  if (/Function|Class/.test(type)) return; // runs later
  if (type === 'CallExpression' || type === 'NewExpression') starts.add(start);
  for (const child of Object.values(node)) collectCalls(child, starts);
}
