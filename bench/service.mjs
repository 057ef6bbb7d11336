/**
 * The service as `npm start` runs it: embedded MongoDB and Temporal, simulator, worker and api as processes of their own,
 * on free ports, with data in a temporary folder that goes when the bench ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { readConfig } from '../dist/config.js';
import { demoCompanies, demoUser } from '../dist/demo-data.js';
import { freePort } from '../dist/stack/ports.js';
import { startAll } from '../dist/start-all.js';

const portNames = [
  'PORT',
  'ADMIN_PORT',
  'WORKER_ADMIN_PORT',
  'SIMULATOR_PORT',
  'MONGO_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
];
/** Settings that would measure another server than the one started here. */
const foreignNames = ['MONGODB_URI', 'TEMPORAL_ADDRESS', 'DGII_ECF_HOST', 'DGII_FC_HOST', 'ECF_DATA_DIR'];

/** @param {Readonly<Record<string, string | undefined>>} environment */
export async function startService(environment) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ecf-bench-'));
  const env = { ...environment };
  for (const name of foreignNames) delete env[name];
  for (const name of portNames) env[name] = String(await freePort());
  Object.assign(env, { ECF_DATA_DIR: dataDir, SIMULATOR_RESULT_DELAY_MS: '0', LOG_LEVEL: 'warn' });
  const clearAway = () => rmSync(dataDir, { recursive: true, force: true });
  const service = await startAll(readConfig(env), env).catch((error) => {
    clearAway();
    throw error;
  });
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
    clearAway();
    throw new Error('The demo user cannot log in');
  };
  const headers = await login(company);
  const numberedHeaders = await login(numbered);

  let serial = 0;
  return {
    temporalAddress: `127.0.0.1:${env.TEMPORAL_PORT}`,
    mongoUri: `mongodb://127.0.0.1:${env.MONGO_PORT}/?replicaSet=rs0`,
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
    stop: async () => {
      await service.stop();
      clearAway();
    },
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
