/** The version of the product, which an MCP server tells its clients. */
import { readFileSync } from 'node:fs';
import { projectFile } from '../shared/project-file.js';

export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
  return version;
}
