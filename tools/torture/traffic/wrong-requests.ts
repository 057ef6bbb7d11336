/** Wrong requests that clients make in a day, each with the answer that it must get. */
import type { Dice } from '../../bench/dice.js';
import { faultOfAnswer, type Answer } from '../clients/api.js';
import type { Caller, Requests } from './requests.js';

interface WrongRequest {
  readonly status: number;
  readonly make: () => Promise<Answer>;
}

const stranger: Caller = {};
const forger: Caller = { token: 'x.y.z' };

export function createWrongRequests({ get, post, expect }: Requests, dice: Dice) {
  /** @param managed a company whose numbers the service assigns */
  return async function wrong(client: Caller, managed: Caller): Promise<Answer> {
    const requests: readonly WrongRequest[] = [
      { status: 404, make: () => get(client, '/api/v2/nothing') },
      { status: 405, make: () => get(client, '/api/v2/dgii-ecf/send') },
      { status: 401, make: () => get(stranger, '/api/v2/dgii-ecf/document-status/E310000000001') },
      { status: 401, make: () => get(forger, '/api/v2/ecf-sequences') },
      { status: 400, make: () => get(client, '/api/v2/dgii-ecf/document-status/E3100') },
      { status: 400, make: () => post(client, '/api/v2/dgii-ecf/send?waitForFinal=soon', {}) },
      { status: 400, make: () => post(client, '/api/v2/dgii-ecf/send', unfinished) },
      { status: 400, make: () => post(managed, '/api/v2/ecf-sequences/next', { ecfType: 99 }) },
    ];
    const { status, make } = dice.pick(requests);
    return expect(
      `wrong ${status}`,
      await make(),
      (one) => one.status === status && typeof faultOfAnswer(one).code === 'string',
    );
  };
}

const unfinished = { ECF: { Encabezado: { Version: '1.0' } } };
