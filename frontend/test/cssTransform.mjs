/** A CSS module's class is its own name; a plain style sheet is nothing. */
export default {
  process: (_source, filename) => ({
    code: filename.endsWith('.module.css')
      ? 'module.exports = { __esModule: true, default: new Proxy({}, { get: (_, name) => String(name) }) };'
      : 'module.exports = {};',
  }),
};
