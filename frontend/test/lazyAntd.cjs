const { readFileSync } = require('node:fs');

// antd's index loads all of its components: half a second of each test file. This one loads a component when it is first used.
const index = readFileSync(require.resolve('antd/es/index.js'), 'utf8');
for (const [, name, folder] of index.matchAll(/export \{ default as (\w+) \} from '\.\/([\w-]+)';/g)) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => require(`antd/lib/${folder}`).default });
}
