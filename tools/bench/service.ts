/** The service that a bench measures: its own stack (own-stack.mjs), with the demo's companies as clients. */
import { clearTimeout, setTimeout } from 'node:timers';
import { request } from 'undici';
import { demoCompanies } from '../../dist/tools/demo/demo-data.js';
import { demoUser } from '../../dist/src/boot/demo-users.js';
import { startDirect } from './scenarios/direct.mjs';
import { startOwnStack } from '../own-stack/own-stack.mjs';
import { today } from './scenarios/vouchers.mjs';

/** Of the voucher that is sent. */
const lines = 10;

export async function startService() {
  const service = await startOwnStack({ name: 'bench' });
  // One company assigns its own numbers, the other asks the service for them.
  const [company, numbered] = demoCompanies;

  const post = async (path, body, headers = {}) => {
    const response = await request(`${service.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return response.body.json();
  };
  const login = async ({ rnc }) => {
    const { token } = await post('/api/v2/Auth/login', { ...demoUser, rnc });
    if (typeof token === 'string') return { authorization: `Bearer ${token}` };
    await service.stop();
    throw new Error('The demo user cannot log in');
  };
  const headers = await login(company);
  const numberedHeaders = await login(numbered);

  let serial = 0;
  const nextVoucher = () => {
    serial += 1;
    return voucher(`E31${String(serial).padStart(10, '0')}`, company);
  };
  return {
    temporalAddress: service.temporalAddress,
    mongoUri: service.mongoUri,
    /** Reserves a number of type 31 for this reference. @throws when the service gives none */
    next: async (externalReference) => {
      const body = { ecfType: 31, externalReference };
      const answer = await post('/api/v2/ecf-sequences/next', body, numberedHeaders);
      if (answer.procesado !== true) throw new Error(JSON.stringify(answer).slice(0, 500));
    },
    /** Sends a new voucher and waits until DGII has accepted it. @throws when the longest possible wait is not enough */
    send: async () => {
      // The answer comes as soon as the voucher is final. Only an overloaded machine, which is slow and not broken, needs so long.
      const path = '/api/v2/dgii-ecf/send?waitForFinal=120s';
      const answer = await post(path, nextVoucher(), headers);
      if (answer.data?.accepted !== 1) throw new Error(JSON.stringify(answer).slice(0, 500));
    },
    /** The same without HTTP and validation, see direct.mjs. */
    direct: () => startDirect({ ...service, company, nextVoucher }),
    stop: () => service.stop(),
  };
}

/** A type 31 of ten lines. */
function voucher(encf, company) {
  const amounts = Array.from({ length: lines }, (_, index) => 100 * (index + 1));
  const base = amounts.reduce((sum, amount) => sum + amount, 0);
  const itbis = (base * 18) / 100;
  return {
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: {
          TipoeCF: 31,
          eNCF: encf,
          FechaVencimientoSecuencia: '31-12-2028',
          IndicadorMontoGravado: 0,
          TipoIngreso: '01',
          TipoPago: 1,
        },
        Emisor: {
          RNCEmisor: company.rnc,
          RazonSocialEmisor: company.razonSocial,
          DireccionEmisor: 'CALLE PRIMERA NO. 1, SANTO DOMINGO',
          FechaEmision: today(),
        },
        Comprador: { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
        Totales: {
          MontoGravadoTotal: base,
          MontoGravadoI1: base,
          ITBIS1: 18,
          TotalITBIS: itbis,
          TotalITBIS1: itbis,
          MontoTotal: base + itbis,
        },
      },
      DetallesItems: {
        Item: amounts.map((amount, index) => ({
          NumeroLinea: index + 1,
          IndicadorFacturacion: 1,
          NombreItem: `SERVICIO DE PRUEBA NUMERO ${index + 1}`,
          IndicadorBienoServicio: 2,
          CantidadItem: 1,
          PrecioUnitarioItem: amount,
          MontoItem: amount,
        })),
      },
    },
  };
}

/** Runs a bench with a time limit: a bench that exceeds it hangs. */
export async function withinLimit(limitMs, bench) {
  const late = setTimeout(() => {
    console.error(`The bench did not end within ${limitMs} ms`);
    process.exit(1);
  }, limitMs);
  try {
    return await bench();
  } finally {
    clearTimeout(late);
  }
}
