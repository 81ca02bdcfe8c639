/** Classes of a CSS module are their own names. Other style sheets are empty. */
export default {
  process: (_source, filename) => ({
    code: filename.endsWith('.module.css')
      ? 'module.exports = { __esModule: true, default: new Proxy({}, { get: (_, name) => String(name) }) };'
      : 'module.exports = {};',
  }),
};
