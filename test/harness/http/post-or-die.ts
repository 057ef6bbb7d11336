/** A request to an api that may be killed before it answers. */
import { request } from 'undici';
import type { AnswerBody, AnswerData } from './answer.js';

export interface AnswerOfApi {
  readonly status: number;
  readonly data: Pick<AnswerBody, 'token'> & AnswerData;
}

/** Undefined when the api died before it answered. */
export async function postOrDie(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<AnswerOfApi | undefined> {
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.body.json()) as { readonly data?: AnswerOfApi['data'] };
    return { status: response.statusCode, data: answer.data ?? (answer as AnswerOfApi['data']) };
  } catch {
    return undefined;
  }
}
