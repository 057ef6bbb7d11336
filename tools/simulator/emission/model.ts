/** The bodies of DGII's emission services: JSON, or XML with the same members. Names are not case-sensitive, as in .NET. */
import type { IncomingMessage } from 'node:http';
import { readBody } from '../http/upload.js';
import { isObject } from '../values.js';
import { readTree } from '../verdict/xml-tree.js';

const bytesMax = 64 * 1024;

export type Model = ReadonlyMap<string, string>;

/** @returns undefined when the body is no such model */
export async function readModel(request: IncomingMessage): Promise<Model | undefined> {
  const body = await readBody(request, bytesMax);
  const text = body?.toString('utf8').trim() ?? '';
  const members = text.startsWith('<') ? xmlMembers(text) : jsonMembers(text);
  return members && new Map(members.map(([name, value]) => [name.toLowerCase(), value]));
}

function xmlMembers(text: string): [string, string][] | undefined {
  return readTree(text)?.children.map(({ name, text: value }) => [name, value]);
}

function jsonMembers(text: string): [string, string][] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  return Object.entries(parsed).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
}
