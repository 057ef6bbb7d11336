/** The service that a bench measures: a stack of its own (own-stack.mjs), and the demo's companies as its clients. */
import { request } from 'undici';
import { demoCompanies, demoUser } from '../dist/demo-data.js';
import { startOwnStack } from './own-stack.mjs';

export async function startService() {
  const service = await startOwnStack({ name: 'bench' });
  // The one that assigns its own numbers, and the one that asks for them.
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
  return {
    temporalAddress: service.temporalAddress,
    mongoUri: service.mongoUri,
    /** Reserves a number of type 31 for this reference. @throws when none is delivered */
    next: async (externalReference) => {
      const body = { ecfType: 31, externalReference };
      const answer = await post('/api/v2/ecf-sequences/next', body, numberedHeaders);
      if (answer.procesado !== true) throw new Error(JSON.stringify(answer).slice(0, 500));
    },
    /** Sends a new voucher and waits until DGII accepted it. @throws when it did not within 10 s */
    send: async () => {
      serial += 1;
      const encf = `E31${String(serial).padStart(10, '0')}`;
      const path = '/api/v2/dgii-ecf/send?waitForFinal=10s';
      const answer = await post(path, voucher(encf, company), headers);
      if (answer.data?.accepted !== 1) throw new Error(`${encf}: ${JSON.stringify(answer).slice(0, 500)}`);
    },
    stop: () => service.stop(),
  };
}

/** A type 31 of one line. */
function voucher(encf, company) {
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
          MontoGravadoTotal: 1_000,
          MontoGravadoI1: 1_000,
          ITBIS1: 18,
          TotalITBIS: 180,
          TotalITBIS1: 180,
          MontoTotal: 1_180,
        },
      },
      DetallesItems: {
        Item: [
          {
            NumeroLinea: 1,
            IndicadorFacturacion: 1,
            NombreItem: 'SERVICIO DE PRUEBA',
            IndicadorBienoServicio: 2,
            CantidadItem: 1,
            PrecioUnitarioItem: 1_000,
            MontoItem: 1_000,
          },
        ],
      },
    },
  };
}

/** dd-mm-yyyy in Santo Domingo, which is four hours behind UTC all year. */
function today() {
  const [year, month, day] = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}
