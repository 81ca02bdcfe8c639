const { readFileSync } = require('node:fs');

// antd's index loads all components, which takes half a second in each test file. This replacement loads a component
// on first use.
const index = readFileSync(require.resolve('antd/es/index.js'), 'utf8');
for (const [, name, folder] of index.matchAll(/export \{ default as (\w+) \} from '\.\/([\w-]+)';/g)) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => require(`antd/lib/${folder}`).default });
}
