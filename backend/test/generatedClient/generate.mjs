import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** `node generate.mjs DOCUMENT FILE` writes a client's types. Binary fields become Blob. */
const [document, file] = process.argv.slice(2);
const blob = ts.factory.createTypeReferenceNode('Blob');
const types = await openapiTS(new URL(document), {
  transform: ({ format }) => (format === 'binary' ? blob : undefined),
});
await writeFile(file, astToString(types));
